import { describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../src/dataset/table-definition.ts";
import type { Importer, ImportRow } from "../../../src/importers/importer.ts";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { readFile, runImport } from "../../../src/importers/run/run-import.ts";
import type { SourceFacts } from "../../../src/importers/source-licence.ts";
import {
  AREA_LIST,
  censusCsv,
  importMade,
  rowsByKey,
  tableOf,
  textFile,
} from "../../support/data/import-files.ts";

const CLOSED: SourceFacts = {
  ...{ id: "portal-medians", publisher: "A portal", title: "Suburb medians", attribution: "A portal" },
  ...{ licence: "no licence stated", licenceClass: "unstated", precedence: 50 },
};

/** Reads "portal" files of one line a suburb: code, median. Its source's licence is unclear. */
const PORTAL: Importer<{ rows: [string, number][] }> = {
  id: "portal",
  title: "Portal medians",
  version: 1,
  stage: "facts",
  sources: [CLOSED],
  recognise: (file) => (file.firstLine === "portal" ? { confidence: 99, what: "portal medians" } : undefined),
  read(file) {
    const [, ...lines] = file.csv();
    const rows = lines.map(([code, value]): [string, number] => [code, Number(value)]);
    const { length } = rows;
    const report = { rowsRead: length, rowsUsed: length, rejects: [], vintage: "2024-01-01", notes: [] };
    return { part: { rows }, report };
  },
  explain: () => [],
  combine(parts, { suburbs }) {
    const rows = parts.flatMap(({ part }) => part.rows);
    const table = (name: string, made: ImportRow[]) => ({
      ...{ table: name, sourceId: CLOSED.id, vintage: "2024-01-01", rows: made },
    });
    const nameOf = new Map(suburbs.suburbs.map(({ salCode, name }) => [salCode, name]));
    const regions = rows.map(([code]) => ({
      ...{ region_code: `SUBURB:${code}`, region_type: "suburb", region_name: nameOf.get(code)! },
      ...{ state_code: "NSW", sal_code: code },
    }));
    const prices = rows.map(([code, value]) => ({
      ...{ region_code: `SUBURB:${code}`, measure: "median_price", dwelling_type: "house", value },
      ...{ period: "2023-12-31", period_freq: "A", unit: "AUD" },
      ...{ source: CLOSED.id, source_licence: CLOSED.licence },
    }));
    const connectivity = rows.map(([code]) => ({ sal_code: code, dominant_nbn_tech: "Fixed Line" }));
    const fragments = [
      table("house_price_regions", regions),
      table("house_prices", prices),
      table("suburb_connectivity", connectivity),
    ];
    return { fragments, rejects: [], notes: [] };
  },
};

const FILES = [textFile("names.csv", AREA_LIST), textFile("p.txt", "portal\n10001,900000\n")];
const importers = [...IMPORTERS, PORTAL];

describe("runImport", () => {
  it("marks rows of an unclear licence as restricted and leaves out those that cannot carry a mark", async () => {
    const outcome = await importMade(FILES, { importers });
    const restricted = { value: 900000, source_licence: RESTRICTED_LICENCE };
    expect(tableOf(outcome, "house_prices")).toMatchObject([restricted]);
    expect(outcome.tables.find(({ table }) => table === "suburb_connectivity")).toBeUndefined();
    expect(outcome.withheld).toEqual([{ sourceId: "portal-medians", table: "suburb_connectivity", rows: 1 }]);
    expect(outcome.sources.find(({ id }) => id === "portal-medians")).toMatchObject({
      withheld: true,
      licence: "no licence stated",
      tables: ["house_price_regions", "house_prices"],
    });
  });

  it("serves them as they are once the operator names the source", async () => {
    const outcome = await importMade(FILES, { importers, allowedSources: new Set(["portal-medians"]) });
    expect(tableOf(outcome, "house_prices")).toMatchObject([{ source_licence: "no licence stated" }]);
    expect(tableOf(outcome, "suburb_connectivity")).toHaveLength(1);
    expect(outcome.withheld).toEqual([]);
    expect(outcome.sources.find(({ id }) => id === "portal-medians")).not.toHaveProperty("withheld");
  });

  it("hears a signal between two files of an archive, which are read without waiting for the disk", async () => {
    const stop = new AbortController();
    let opened = 0;
    function* members() {
      setImmediate(() => stop.abort());
      for (; opened < 1000; opened++) yield { file: FILES[0] };
    }
    const reading = runImport({ importers, files: members(), signal: stop.signal });
    await expect(reading).rejects.toMatchObject({ code: "canceled", message: "the import was canceled" });
    expect(opened).toBeLessThan(10);
  });

  it("asks for files again whose importer has changed, and takes them when they are given", async () => {
    const before = await importMade(FILES, { importers });
    const newer = importers.map((one) => (one.id === "portal" ? { ...one, version: 2 } : one));
    await expect(importMade([], { importers: newer, kept: before.parts })).rejects.toThrow(
      /another version of portal; .*p\.txt/,
    );
    const again = await importMade(FILES, { importers: newer, kept: before.parts });
    expect(again.files.map(({ status }) => status)).toEqual(["known", "read"]);
    expect(again.tables).toEqual(before.tables);
  });

  it("gives the same tables whether files come together, one after the other or twice", async () => {
    const files = [
      textFile("names.csv", AREA_LIST),
      textFile("G37.csv", censusCsv("G37", { SAL10001: { R_Tot_Total: 5, Total_Total: 20 } })),
      textFile("G04.csv", censusCsv("G04", { SAL10001: { Tot_P: 200 } })),
    ];
    const together = await importMade(files);
    expect(rowsByKey(together, "suburb_demographics").get("10001")).toMatchObject({ pct_rented: 25 });
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2, 1, 0],
    ]) {
      let kept: typeof together.parts = [];
      let last = together;
      for (const i of order) {
        last = await importMade([files[i]], { kept });
        kept = last.parts;
      }
      expect(last.tables).toEqual(together.tables);
      expect(last.sources).toEqual(together.sources);
    }
  });

  it("takes what files were read as for the files, one content once", async () => {
    const files = FILES.map((file) => ({ file }));
    const wanted = await runImport({ importers, files: [...files, files[0]] });
    const read = await Promise.all(files.map((found) => readFile(found, importers)));
    expect(await runImport({ importers, files: [...read, read[0]] })).toEqual(wanted);
    expect(wanted.files.at(-1)).toMatchObject({ path: FILES[0].path, status: "known" });
  });

  it("replaces an older list by a newer one and keeps both dates", async () => {
    const names = "SAL_CODE_2021,SAL_NAME_2021\n10001,Old Name\n10002,Birchmoor\n";
    const older = textFile("SAL_2021_AUST.csv", names);
    const newer = textFile("map.csv", "SAL_CODE,Suburb_Name,Area_sqkm\nSAL10001,New Name,2.5\n");
    for (const files of [
      [older, newer],
      [newer, older],
    ]) {
      const outcome = await importMade(files);
      expect([...rowsByKey(outcome, "suburb_demographics").values()]).toMatchObject([
        { sal_name: "New Name", area_sqkm: 2.5 },
        { sal_name: "Birchmoor" },
      ]);
      expect(outcome.sources).toMatchObject([{ vintage: "2022-10-12", earlierVintages: ["2021-07-20"] }]);
    }
  });

  it("refuses a file of lists within lists by name, and reads the others", async () => {
    const deep = `{"listing_id":1,"price":${"[".repeat(50_000)}${"]".repeat(50_000)}}\n`;
    const outcome = await importMade([textFile("deep.ndjson", deep), FILES[0]]);
    expect(outcome.files).toEqual([
      {
        path: "deep.ndjson",
        status: "refused",
        reason: "deep.ndjson: lists or objects within each other, too many to be read",
      },
      expect.objectContaining({ path: "names.csv", status: "read" }),
    ]);
  });
});
