import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copyCountry } from "../support/country/copy-country.ts";
import { rowsByApi } from "../support/country/rows-by-api.ts";
import { CHDB } from "../support/run/chdb.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { runTerrace } from "../support/run/run-terrace.ts";

describe.skipIf(CHDB === undefined)("with npm's chdb", () => {
  it("counts the API's rows in Delta and Iceberg tables", async () => {
    const [dataDir, target] = [await temporaryDirectory(), await temporaryDirectory()];
    await copyCountry(dataDir);
    await runTerrace(["snapshot", "delta", "--data-dir", dataDir]);
    await runTerrace(["snapshot", "push", target, "--iceberg", "--data-dir", dataDir]);
    const api = await rowsByApi(dataDir);
    for (const table of ["suburbs", "editorial_takes", "suburb_profiles"]) {
      const places = [
        `deltaLakeLocal('${join(dataDir, "delta", table)}')`,
        `icebergLocal('${join(target, "iceberg", table)}')`,
      ];
      for (const place of places) {
        expect(CHDB!.query(`SELECT count() FROM ${place}`, "TSV"), place).toBe(`${api[table]}\n`);
      }
    }
  });
});
