import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { readDatasetManifest } from "../../src/dataset/dataset.ts";
import { DATASET_TABLES as ALL_TABLES } from "../../src/dataset/tables/index.ts";
import { loadDataset } from "../../src/snapshot/build/load-dataset.ts";
import { openBuildDatabase } from "../../src/snapshot/tables/write-tables.ts";
import { generateSyntheticDataset } from "../../src/synthetic/generate.ts";
import { generateSuburbs } from "../../src/synthetic/places/suburbs.ts";
import { readCsv } from "../support/data/read-csv.ts";
import { plainPearson } from "../support/plain/plain-correlation.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { isLongRun } from "../support/run/test-form.ts";

/** Without origins, the files that figures were read from: synthetic figures have none. */
const DATASET_TABLES = ALL_TABLES.filter(({ name }) => !["origins", "origin_rows"].includes(name));

const root = sharedDirectory("synthetic");
/** The dataset of the shared country: seed 1, scale 0.02. */
const dir = inject("country").datasetDir;

async function fingerprints(folder: string): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    out[name] = createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
  }
  return out;
}

const table = (name: string) => readCsv(join(dir, `${name}.csv`));

describe("generateSuburbs", () => {
  it("gives every state its count at scale 1, with codes in order under the state's digit", () => {
    const suburbs = generateSuburbs(1, 1);
    expect(suburbs).toHaveLength(15_345);
    const counts = Object.fromEntries(
      [...Map.groupBy(suburbs, (s) => s.state)].map(([state, list]) => [state, list.length]),
    );
    expect(counts).toEqual({
      NSW: 4544,
      VIC: 2946,
      QLD: 3235,
      SA: 1698,
      WA: 1701,
      TAS: 778,
      NT: 305,
      ACT: 138,
    });
    const codes = suburbs.map((s) => s.code);
    expect(codes).toEqual([...new Set(codes)].sort());
    const digits = suburbs.map((s) => s.state + s.code[0]);
    expect(new Set(digits)).toEqual(new Set(["NSW1", "VIC2", "QLD3", "SA4", "WA5", "TAS6", "NT7", "ACT8"]));
    const names = Map.groupBy(suburbs, (s) => s.name);
    expect([...names.values()].some((list) => new Set(list.map((s) => s.state)).size > 1)).toBe(true);
    expect(suburbs.some((s) => s.name.endsWith(")"))).toBe(true);
    expect(new Set(suburbs.map((s) => s.state + s.name)).size).toBe(suburbs.length);
  });

  it("keeps the same suburbs at every scale from 1 on and at least three a state below", () => {
    expect(generateSuburbs(1, 4).map((s) => s.code)).toEqual(generateSuburbs(1, 1).map((s) => s.code));
    const few = Map.groupBy(generateSuburbs(1, 0.001), (s) => s.state);
    expect([...few.values()].map((list) => list.length)).toEqual([5, 3, 3, 3, 3, 3, 3, 3]);
  });
});

describe("generateSyntheticDataset", () => {
  it("writes the same bytes for the same seed and scale, and others for another seed", async () => {
    const [again, other] = [join(root, "again"), join(root, "other")];
    await generateSyntheticDataset({ dir: again, seed: 1, scale: 0.02 });
    await generateSyntheticDataset({ dir: other, seed: 2, scale: 0.02 });
    const first = await fingerprints(dir);
    // Every table, dataset.json, and the build costs.
    expect(Object.keys(first)).toHaveLength(DATASET_TABLES.length + 2);
    expect(await fingerprints(again)).toEqual(first);
    const different = await fingerprints(other);
    const same = Object.keys(first).filter((name) => first[name] === different[name]);
    // The calendar and the catalogues do not depend on chance.
    expect(same).toEqual([
      ".build-costs.json",
      "economic_series.csv",
      "index_definitions.csv",
      "industry_sources.csv",
      "trading_dates.csv",
    ]);
  });

  it("passes strict validation without a rejected row or an undeclared source", async () => {
    const db = await openBuildDatabase({
      path: join(root, "build.duckdb"),
      memoryLimitMb: 512,
      tempDirectory: join(root, "spill"),
    });
    try {
      const report = await loadDataset(db, dir, { strict: true, rejectsPath: join(root, "rejects.csv") });
      const made = new Set(DATASET_TABLES.map(({ name }) => name));
      for (const loaded of report.tables.filter(({ table }) => made.has(table))) {
        expect(loaded.rowsLoaded, loaded.table).toBeGreaterThan(0);
        expect(loaded.undeclaredSources, loaded.table).toEqual([]);
        expect([...loaded.unknownColumns, ...loaded.absentColumns], loaded.table).toEqual([]);
      }
    } finally {
      await db.close();
    }
  });

  it("says synthetic in its title, its publisher, its sources and its licences", async () => {
    const manifest = await readDatasetManifest(dir);
    expect(manifest.synthetic).toBe(true);
    expect(manifest.title).toContain("synthetic");
    for (const source of manifest.sources) {
      expect(source.id).toMatch(/^synthetic-/);
      expect(source.publisher).toContain("synthetic");
      expect(source.licence).toContain("synthetic");
    }
    const covered = new Set(manifest.sources.flatMap((s) => s.tables));
    expect([...covered].sort()).toEqual(DATASET_TABLES.map((t) => t.name).sort());
  });

  it("fills every column somewhere and leaves believable holes", () => {
    // The first two must not refer to anything real, and no synthetic council was ever renamed.
    const alwaysEmpty = new Set(["suburb_demographics.banner_bg_url", "lga.wikidata_qid", "lga.former_name"]);
    for (const { name, columns } of DATASET_TABLES) {
      const rows = table(name);
      for (const column of columns) {
        const filled = rows.some((row) => row[column.name] !== "");
        expect(filled, `${name}.${column.name}`).toBe(!alwaysEmpty.has(`${name}.${column.name}`));
      }
    }
    const tiny = table("suburb_demographics").filter(
      (s) => s.population !== "" && Number(s.population) < 100,
    );
    expect(tiny.length).toBeGreaterThan(0);
    for (const s of tiny) expect(s.pct_bachelor_or_higher + s.pct_born_overseas + s.top_language).toBe("");
  });

  it("holds special dividends with a notice of their own that leave open whether they are declared", () => {
    const specials = table("dividends").filter(({ dividend_type }) => dividend_type === "special");
    expect(specials.length).toBeGreaterThan(5);
    for (const { is_declared, franking_percentage, announcement_url } of specials) {
      expect([is_declared, franking_percentage]).toEqual(["", "100"]);
      expect(announcement_url).toContain("/special-");
    }
  });

  it("ties income to education, price to income and the coast, and broadband to remoteness", () => {
    const suburbs = generateSuburbs(1, 0.1);
    const logs = suburbs.map((s) => Math.log(s.housePrice));
    const affluence = suburbs.map((s) => s.affluence);
    const coast = suburbs.map((s) => Math.log(s.coastKm + 1));
    expect(plainPearson(affluence, logs)).toBeGreaterThan(0.5);
    expect(plainPearson(coast, logs)).toBeLessThan(-0.3);
    const rated = table("suburb_demographics").filter((s) => s.pct_bachelor_or_higher !== "");
    const incomes = rated.map((s) => Number(s.median_weekly_hhd_income));
    const degrees = rated.map((s) => Number(s.pct_bachelor_or_higher));
    expect(plainPearson(incomes, degrees)).toBeGreaterThan(0.5);
    const people = new Map(table("suburb_demographics").map((s) => [s.sal_code, Number(s.population)]));
    const mean = (tech: RegExp) => {
      const found = table("suburb_connectivity").filter((c) => tech.test(c.dominant_nbn_tech));
      return found.reduce((sum, c) => sum + (people.get(c.sal_code) ?? 0), 0) / found.length;
    };
    expect(mean(/Satellite/)).toBeLessThan(mean(/FTT|HFC/) / 2);
  });

  it("prices suburbs in three states only and keeps some rows behind a licence", () => {
    const regions = new Map(table("house_price_regions").map((r) => [r.region_code, r]));
    const prices = table("house_prices");
    const isPublic = (licence: string) => licence !== "proprietary-tos-restricted";
    const suburbRows = prices.filter((p) => regions.get(p.region_code)!.region_type === "suburb");
    const states = new Set(
      suburbRows.filter((p) => isPublic(p.source_licence)).map((p) => regions.get(p.region_code)!.state_code),
    );
    expect(states).toEqual(new Set(["NSW", "VIC", "SA"]));
    const byRegion = [...Map.groupBy(suburbRows, (p) => p.region_code).values()];
    expect(byRegion.some((rows) => rows.every((p) => !isPublic(p.source_licence)))).toBe(true);
    expect(byRegion.some((rows) => rows.every((p) => p.period_freq === "A"))).toBe(true);
    expect(byRegion.some((rows) => new Set(rows.map((p) => p.source)).size === 2)).toBe(true);
    const national = prices.filter((p) => p.region_code === "AUS" && p.source === "synthetic-prices");
    expect(new Set(national.map((p) => p.measure))).toEqual(
      new Set([
        ...["mean_price", "median_price", "price_index", "debt_to_income", "cash_rate", "mortgage_rate_oo"],
        ...["mortgage_rate_investor", "housing_credit_growth", "household_net_worth", "rents_index"],
        "wage_index",
      ]),
    );
    expect(national.some((p) => p.measure === "housing_credit_growth" && Number(p.value) < 0)).toBe(true);
    expect(national.filter((p) => p.measure === "mean_price")).toHaveLength(99);
    const big = ["gccsa", "rest_of_state"].map(
      (type) => [...regions.values()].filter((r) => r.region_type === type).length,
    );
    expect(big).toEqual([8, 7]);
  });

  it("holds gated rows of crime, hazards and planning next to the served ones", () => {
    const crime = table("suburb_crime_stats");
    const served = (c: (typeof crime)[number]) =>
      c.pooled === "true" &&
      c.unreliable === "false" &&
      Number(c.population) >= 2000 &&
      c.anchor_rse_pct !== "" &&
      Number(c.anchor_rse_pct) <= 25 &&
      !c.source_licence.includes("NC");
    expect(crime.some(served)).toBe(true);
    for (const gate of [
      (c: (typeof crime)[number]) => c.pooled === "false",
      (c: (typeof crime)[number]) => Number(c.population) < 2000,
      (c: (typeof crime)[number]) => Number(c.anchor_rse_pct) > 25,
      (c: (typeof crime)[number]) => c.source_licence.includes("NC"),
      (c: (typeof crime)[number]) => c.unreliable === "true",
    ]) {
      expect(crime.some(gate), String(gate)).toBe(true);
    }
    const planning = table("suburb_planning");
    expect(planning.some((p) => Number(p.zoning_coverage_pct) < 50)).toBe(true);
    const mapped = planning.filter((p) => p.nsw_height_mapped_pct !== "");
    expect(mapped.every((p) => p.sal_code.startsWith("1"))).toBe(true);
    expect(mapped.some((p) => Number(p.nsw_height_mapped_pct) < 50)).toBe(true);
    expect(mapped.some((p) => Number(p.nsw_height_mapped_pct) >= 50)).toBe(true);
    expect(
      table("suburb_hazard_exposure").some((h) => h.source_licence === "proprietary-tos-restricted"),
    ).toBe(true);
    const councils = Map.groupBy(table("suburb_lga"), (l) => l.sal_code);
    expect(new Set([...councils.values()].map((l) => l.length))).toEqual(new Set([1, 2, 3]));
  });

  it("stops when asked and leaves no manifest behind", async () => {
    const stopped = join(root, "stopped");
    const controller = new AbortController();
    const onProgress = (step: string) => {
      if (step === "property_listings") controller.abort(new Error("enough"));
    };
    const run = generateSyntheticDataset({
      dir: stopped,
      seed: 1,
      scale: 0.02,
      onProgress,
      signal: controller.signal,
    });
    await expect(run).rejects.toMatchObject({ code: "canceled", message: "the generation was canceled" });
    expect(await readdir(stopped)).not.toContain("dataset.json");
  });

  it("refuses a scale of zero by name", async () => {
    await expect(generateSyntheticDataset({ dir: root, seed: 1, scale: 0 })).rejects.toThrow(
      "scale 0 is not above 0",
    );
  });

  it.runIf(isLongRun)(
    "needs no more than 200 MB of heap for the whole country",
    async () => {
      const module = new URL("../../src/synthetic/generate.ts", import.meta.url).href;
      const program = `import(${JSON.stringify(module)}).then((m) => m.generateSyntheticDataset(
        { dir: ${JSON.stringify(join(root, "country"))}, seed: 1, scale: 1 }))
        .then((r) => process.stdout.write(JSON.stringify(r.tables)))`;
      const { stdout } = await promisify(execFile)(process.execPath, [
        "--max-old-space-size=200",
        "--eval",
        program,
      ]);
      const rows = JSON.parse(stdout);
      expect(rows.suburb_demographics).toBe(15_345);
      expect(rows.lga).toBe(540);
      expect(rows.property_listings).toBeGreaterThan(140_000);
      expect(rows.property_price_events).toBeGreaterThan(360_000);
    },
    120_000,
  );
});
