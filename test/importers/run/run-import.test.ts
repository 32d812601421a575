import { describe, expect, it } from "vitest";
import { IMPORTERS } from "../../../src/importers/registry.ts";
import { readFile, runImport } from "../../../src/importers/run/run-import.ts";
import { AREA_LIST, censusCsv, importMade, rowsByKey, textFile } from "../../support/data/import-files.ts";

const FILES = [
  textFile("names.csv", AREA_LIST),
  textFile("G04.csv", censusCsv("G04", { SAL10001: { Tot_P: 200 } })),
];

describe("runImport", () => {
  it("hears a signal between two files of an archive, which are read without waiting for the disk", async () => {
    const stop = new AbortController();
    let opened = 0;
    function* members() {
      setImmediate(() => stop.abort());
      for (; opened < 1000; opened++) yield { file: FILES[0] };
    }
    const reading = runImport({ importers: IMPORTERS, files: members(), signal: stop.signal });
    await expect(reading).rejects.toMatchObject({ code: "canceled", message: "the import was canceled" });
    expect(opened).toBeLessThan(10);
  });

  it("asks for files again whose importer has changed, and takes them when they are given", async () => {
    const before = await importMade(FILES);
    const newer = IMPORTERS.map((one) => (one.id === "abs-census-2021" ? { ...one, version: 99 } : one));
    await expect(importMade([], { importers: newer, kept: before.parts })).rejects.toThrow(
      /another version of abs-census-2021; .*G04\.csv/,
    );
    const again = await importMade(FILES, { importers: newer, kept: before.parts });
    expect(again.files.map(({ status }) => status)).toEqual(["known", "read"]);
    expect(again.tables).toEqual(before.tables);
  });

  it("gives the same tables whether files come together, one after the other or twice", async () => {
    const tenure = censusCsv("G37", { SAL10001: { R_Tot_Total: 5, Total_Total: 20 } });
    const files = [...FILES, textFile("G37.csv", tenure)];
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
    const wanted = await runImport({ importers: IMPORTERS, files: [...files, files[0]] });
    const read = await Promise.all(files.map((found) => readFile(found, IMPORTERS)));
    expect(await runImport({ importers: IMPORTERS, files: [...read, read[0]] })).toEqual(wanted);
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
        reason: "deep.ndjson: lists or objects are nested too deeply",
      },
      expect.objectContaining({ path: "names.csv", status: "read" }),
    ]);
  });
});
