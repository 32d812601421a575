import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { createTerraceClient } from "../../../src/client.ts";
import { STATE_CODES } from "../../../src/dataset/states.ts";
import { METRIC_KEYS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { serveCountry } from "../../support/country/serve-country.ts";
import { readCsv } from "../../support/data/read-csv.ts";
import { opened } from "../../support/run/fixtures.ts";

const serving = opened(() => serveCountry(inject("country").dataDir));
const terrace = opened(() => createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1" }));

describe("GetColumns", () => {
  it("gives every metric of the country as its states give them one after the other", async () => {
    const { columns, snapshotId, synthetic, asOf } = await terrace.columns("AU", METRIC_KEYS, {
      includeIndex: true,
    });
    expect([snapshotId, synthetic, asOf?.toISOString()]).toEqual([
      serving.engine.manifest.snapshotId,
      true,
      serving.engine.manifest.asOf,
    ]);
    const frames = [];
    for (const code of STATE_CODES) frames.push(await terrace.frame(code));
    frames.sort((a, b) => (a.salCodes[0] < b.salCodes[0] ? -1 : 1));
    for (const column of columns) {
      let position = 0;
      for (const frame of frames) {
        const other = await frame.column(column.key);
        for (let i = 0; i < frame.size; i++, position++) expect(column.at(position)).toBe(other.at(i));
        expect(column.labels).toEqual(other.labels);
      }
      expect(position).toBe(column.values.length);
    }
  });

  it("has each suburb's name, place and council as in the dataset", async () => {
    const { index } = await terrace.columns("AU", [], { includeIndex: true });
    const { datasetDir } = inject("country");
    const rows = readCsv(join(datasetDir, "suburb_demographics.csv"));
    const councils = new Map(readCsv(join(datasetDir, "lga.csv")).map((row) => [row.lga_code, row.lga_name]));
    const shares = new Map<string, { code: string; share: number }>();
    for (const { sal_code, lga_code, share } of readCsv(join(datasetDir, "suburb_lga.csv"))) {
      const before = shares.get(sal_code);
      const isMore =
        before === undefined ||
        Number(share) > before.share ||
        (Number(share) === before.share && lga_code < before.code);
      if (isMore) shares.set(sal_code, { code: lga_code, share: Number(share) });
    }
    expect(index!.salCodes).toEqual(rows.map((row) => row.sal_code).toSorted());
    for (const row of rows) {
      const i = index!.positionOf(row.sal_code);
      expect([index!.salNames[i], index!.stateCodes[i], index!.postcodes[i]]).toEqual([
        row.sal_name,
        row.state_code,
        row.postcode,
      ]);
      expect(index!.latitudes[i]).toBe(Math.fround(Number(row.centroid_lat)));
      expect(index!.longitudes[i]).toBe(Math.fround(Number(row.centroid_lon)));
      expect(index!.councils[i]).toBe(councils.get(shares.get(row.sal_code)?.code ?? "") ?? "");
    }
  });

  it("is the same in JSON", async () => {
    const json = createTerraceClient({ baseUrl: serving.url, userAgent: "terrace-tests/1", format: "json" });
    const keys = ["price", "nbn", "distance_to_coast"];
    const [a, b] = [
      await terrace.columns("TAS", keys, { includeIndex: true }),
      await json.columns("TAS", keys, { includeIndex: true }),
    ];
    expect(b.columns.map(({ values, nulls, labels }) => [[...values], nulls.bytes, labels])).toEqual(
      a.columns.map(({ values, nulls, labels }) => [[...values], nulls.bytes, labels]),
    );
    expect([b.index!.latitudes, b.index!.councils, b.index!.stateCodes]).toEqual([
      a.index!.latitudes,
      a.index!.councils,
      a.index!.stateCodes,
    ]);
  });
});
