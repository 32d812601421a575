import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPaths } from "../../../src/cli/import/import-paths.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { Serving } from "../../../src/server/start/start-serving.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { asking } from "../../support/country/ask-country.ts";
import { serveCountry } from "../../support/country/serve-country.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import { AREA_LIST, censusCsv } from "../../support/data/import-files.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";

interface Described {
  readonly metrics: readonly { key: string; sourceIds?: string[]; dataCount?: number }[];
  readonly sources: readonly Record<string, string>[];
}

const FILES: Readonly<Record<string, string>> = {
  "areas.csv": AREA_LIST,
  "g01.csv": censusCsv("G01", { "10001": { Tot_P_P: 500 }, "20001": { Tot_P_P: 700 } }),
  "g02.csv": censusCsv("G02", { "10001": { Median_age_persons: 40 }, "20001": { Median_age_persons: 35 } }),
  "g37.csv": censusCsv("G37", {
    "10001": { R_Tot_Total: 30, Total_Total: 120 },
    "10002": { R_Tot_Total: 3, Total_Total: 9 },
  }),
  "g01-small.csv": censusCsv("G01", { "10002": { Tot_P_P: 30 } }),
  "lga.csv": "LGA_CODE_2021,LGA_NAME_2021\n10050,Albury\n",
  "lga-g02.csv": censusCsv("G02", { LGA10050: { Median_age_persons: 39 } }, "LGA_CODE_2021"),
  "sal-to-lga.csv":
    "SAL_CODE_2021,LGA_CODE_2021,LGA_NAME_2021,RATIO\n10001,10050,Albury,1\n10002,10050,Albury,1\n",
  // Published under an open licence; but no rates are given for so few residents.
  "drugs.csv":
    "Year,Local Government Area,Postcode,Suburb/Town Name,Offence Division,Offence Subdivision,Offence Count\n2021,Yarra,3000,Aldgrove,C Drug offences,C10 Drug dealing and trafficking,4\n",
  "seifa.csv": [
    "SAL_CODE_2021,SAL_NAME_2021,IRSD_Score,IRSAD_Score,IER_Score,IEO_Score,Tot_P_P",
    "10001,Aldgrove,885.6,901.2,900,1000.4,33.0",
    "",
  ].join("\n"),
  // Its licence is not clearly open, so the prices are stored and not served.
  "property.residential.nsw.suburb.2023.csv":
    "suburb,0p,25p,50p,75p,100p,count\nALDGROVE,1,600000,700000,800000,900000,20\n",
};

const CENSUS = {
  id: "abs-census-2021",
  publisher: "Australian Bureau of Statistics",
  licence: "CC-BY-4.0",
  attribution: expect.stringContaining("Source: Australian Bureau of Statistics"),
};

const root = sharedDirectory("provenance");
const servings = new Map<string, Promise<Serving>>();

/** A server of the imported files with these sources allowed; cached. */
function serveImported(allowedSources: readonly string[]): Promise<Serving> {
  const key = allowedSources.join();
  const serving = servings.get(key) ?? openImported(allowedSources);
  servings.set(key, serving);
  return serving;
}

async function openImported(allowedSources: readonly string[]): Promise<Serving> {
  const dir = await mkdtemp(join(root, "run-"));
  const out = join(dir, "dataset");
  await importPaths(
    { paths: [join(root, "files")], out, merge: false, allowedSources: new Set(allowedSources) },
    { report() {}, finish() {} },
    new AbortController().signal,
  );
  const dataDir = await shareKept(join(dir, "data"));
  const built = await buildSnapshot({ datasetDir: out, dataDir, strict: true });
  await publishSnapshot(built.directory, dataDir);
  await built.discard();
  return serveCountry(dataDir);
}

const described = (server: Serving) =>
  asking(server).call<Described>("terrace.v1.ExplorerService/DescribeMetrics", {});

interface Cell {
  readonly figures: string[];
  readonly columns: string[];
  readonly sourceId: string;
  readonly file: string;
  readonly sha256: string;
  readonly row?: number;
}

interface Origins {
  readonly cells?: readonly Cell[];
  readonly withheld?: readonly { figure: string; rule: string }[];
  readonly blocks: readonly { block: string; sourceIds?: string[]; derivation?: string }[];
  readonly metrics: readonly { metricKeys: string[]; sourceIds?: string[] }[];
  readonly sources: readonly Record<string, string>[];
}

async function profileOrigins(server: Serving, salCode: string): Promise<Origins> {
  const { call } = asking(server);
  return (await call("shorts.v1alpha1.HousingService/GetSuburbProfile", { salCode })).provenance;
}

beforeAll(async () => {
  await mkdir(join(root, "files"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, "files", name), text);
});
afterAll(async () => {
  for (const serving of servings.values()) await (await serving).close();
});

describe("a server of an imported dataset", () => {
  it("shows publisher, licence and attribution of every metric that has a figure", async () => {
    const serving = await serveImported(["nsw-suburb-years"]);
    const { metrics, sources } = await described(serving);
    const sourcesOf = (key: string) => metrics.find((metric) => metric.key === key)!.sourceIds ?? [];
    expect(sourcesOf("age")).toEqual(["abs-census-2021"]);
    expect(sourcesOf("seifa_irsd_score")).toEqual(["abs-seifa-2021"]);
    expect(sourcesOf("price")).toEqual(["nsw-suburb-years"]);
    expect(sources.find(({ id }) => id === "abs-census-2021")).toMatchObject(CENSUS);
    const ids = sources.map(({ id }) => id);
    const withFigures = metrics.filter(({ dataCount = 0 }) => dataCount > 0);
    expect(withFigures.length).toBeGreaterThan(4);
    for (const { key, sourceIds = [] } of withFigures) {
      expect(sourceIds.length, key).toBeGreaterThan(0);
      expect(ids, key).toEqual(expect.arrayContaining(sourceIds));
    }
    for (const source of sources) {
      for (const member of ["publisher", "title", "licence", "vintage", "attribution"]) {
        expect(source[member], `${source.id} ${member}`).not.toBe("");
      }
    }
    for (const path of ["/docs", "/docs.md"]) {
      const text = await asking(serving).text(path);
      for (const { publisher, licence, attribution } of sources) {
        expect(text).toContain(publisher);
        expect(text).toContain(licence);
        expect(text).toContain(attribution);
      }
      const row = text.split(/\n|<tr/).find((line) => /(`|<code>)seifa_irsd_score/.test(line))!;
      expect(row).toContain("Australian Bureau of Statistics");
      expect(row).toContain("CC-BY-4.0");
    }
  });

  it("names no withheld source for a metric, and says on the page that it is withheld", async () => {
    const serving = await serveImported([]);
    const { metrics, sources } = await described(serving);
    const price = metrics.find(({ key }) => key === "price")!;
    expect(price).not.toHaveProperty("sourceIds");
    expect(price).not.toHaveProperty("dataCount");
    expect(sources.map(({ id }) => id)).not.toContain("nsw-suburb-years");
    const page = await asking(serving).text("/docs.md");
    expect(page).toMatch(/`nsw-suburb-years`: .* Withheld from answers because of its licence\./);
    expect(page).toMatch(/\| `price` \|.*\| no source in this snapshot \|/);
  });

  it("tells of each block and metric of a profile where it comes from, in the same call", async () => {
    const serving = await serveImported(["nsw-suburb-years"]);
    const { blocks, metrics, sources } = await profileOrigins(serving, "10001");
    const sourcesOf = (block: string) => blocks.find((one) => one.block === block)?.sourceIds;
    expect(sourcesOf("demographics")).toEqual(["abs-census-2021"]);
    expect(sourcesOf("summary.seifa")).toEqual(["abs-seifa-2021"]);
    // The file has medians of all dwellings, but the price is that of houses.
    expect(sourcesOf("summary.latest_median_price")).toBeUndefined();
    // No listings, hazards or planning were imported.
    expect(blocks.map(({ block }) => block)).not.toContain("listing_stats");
    const described = Object.fromEntries(
      metrics.flatMap(({ metricKeys, sourceIds }) => metricKeys.map((key) => [key, sourceIds])),
    );
    expect(described).toMatchObject({
      population: ["abs-census-2021"],
      seifa_irsd_score: ["abs-seifa-2021"],
    });
    expect(described).not.toHaveProperty("nbn");
    const named = new Set([...blocks, ...metrics].flatMap(({ sourceIds = [] }) => sourceIds));
    expect(sources.map(({ id }) => id)).toEqual([...named].sort());
    expect(sources.find(({ id }) => id === "abs-census-2021")).toMatchObject(CENSUS);
    for (const source of sources) expect(source.vintage).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it("names file, column, row and checksum of the cells behind each figure", async () => {
    const serving = await serveImported([]);
    const { cells = [], metrics } = await profileOrigins(serving, "10001");
    const sha256 = (name: string) => createHash("sha256").update(FILES[name]).digest("hex");
    const cellOf = (key: string) => cells.find(({ figures }) => figures.includes(key));
    const shown = (key: string) => {
      const { figures, columns, file, row, sourceId } = cellOf(key)!;
      return { column: columns[figures.indexOf(key)], file, row, sourceId };
    };
    expect(shown("age")).toEqual({
      column: "G02.Median_age_persons; 0 means no figure",
      file: "g02.csv",
      row: 2,
      sourceId: "abs-census-2021",
    });
    expect(shown("pct_rented")).toMatchObject({
      column: expect.stringContaining("100 × (G37.R_Tot_Total) / G37.Total_Total"),
      file: "g37.csv",
      row: 2,
    });
    expect(shown("seifa_irsd_score")).toMatchObject({ column: "IRSD score", file: "seifa.csv" });
    expect(cellOf("age")!.sha256).toBe(sha256("g02.csv"));
    const keys = metrics.flatMap(({ metricKeys }) => metricKeys);
    expect(cells.flatMap(({ figures }) => figures).toSorted()).toEqual(
      keys.filter((key) => key !== "politician_property").toSorted(),
    );
    const { provenance: council } = await asking(serving).call<{ provenance: Origins }>(
      "shorts.v1alpha1.HousingService/GetCouncilProfile",
      { stateCode: "NSW", slug: "albury-nsw" },
    );
    expect(council.cells).toContainEqual(
      expect.objectContaining({
        figures: ["median_age"],
        columns: ["G02.Median_age_persons"],
        file: "lga-g02.csv",
      }),
    );
    expect(council.sources.map(({ id }) => id)).toContain("abs-census-2021");
  });

  it("says of a figure that is known and not given by which rule it is withheld", async () => {
    const serving = await serveImported([]);
    const rules = async (salCode: string) =>
      Object.fromEntries(
        ((await profileOrigins(serving, salCode)).withheld ?? []).map(({ figure, rule }) => [figure, rule]),
      );
    expect(await rules("10002")).toMatchObject({ pct_rented: "residents below 100" });
    expect(await rules("20001")).toMatchObject({ recorded_drugs: "residents below 2000" });
    expect(await rules("10001")).not.toHaveProperty("pct_rented");
  });

  it("names no withheld source in a profile", async () => {
    const { sources } = await profileOrigins(await serveImported([]), "10001");
    expect(sources.map(({ id }) => id)).not.toContain("nsw-suburb-years");
  });
});
