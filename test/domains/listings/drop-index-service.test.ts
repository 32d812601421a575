import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { call, type Json, refusal, rows, useListingEngines } from "../../support/data/listing-calls.ts";

const { getDropIndexSeries } = HousingService.method;

useListingEngines();

describe("GetDropIndexSeries", () => {
  const dates = async (request: MessageInitShape<typeof getDropIndexSeries.input>, now?: Date) =>
    (
      (await call(getDropIndexSeries, request, now === undefined ? {} : { now })).points as Json[] | undefined
    )?.map((p) => p.snapshotDate);

  it("runs from the first tracked day to today, both ends inclusive", async () => {
    const all = await dates({});
    expect([all?.[0], all?.at(-1), all?.length]).toEqual(["2026-08-13", "2026-11-13", 93]);
    expect(
      await dates({ grain: "NATIONAL", grainKey: " au ", from: "2020-01-01", to: "2999-12-31" }),
    ).toEqual(all);
    const three = ["2026-10-01", "2026-10-02", "2026-10-03"];
    expect(await dates({ grain: "state", grainKey: "vic", from: three[0], to: three[2] })).toEqual(three);
    expect(await dates({ grain: "suburb", grainKey: "20001", from: three[1], to: three[1] })).toEqual([
      three[1],
    ]);
  });

  it("tells a suburb's day whole, and how far the data reaches", async () => {
    const answer = await call(getDropIndexSeries, {
      grain: "suburb",
      grainKey: "20001",
      from: "2026-11-09",
      to: "2026-11-09",
    });
    expect(answer).toEqual({
      points: [
        {
          snapshotDate: "2026-11-09",
          dropRate: 1,
          medianDropPct: 0.25,
          panelSuburbs: 1,
          coverageRatio: 1,
          activeAddresses: 4,
          droppedAddresses: 4,
        },
      ],
      trackingSince: "2026-08-13",
      asOf: "2026-11-13T00:00:00Z",
      dataThrough: "2026-11-09T23:59:59Z",
    });
    expect((await call(getDropIndexSeries, {})).dataThrough).toBe("2026-11-12T23:00:00Z");
  });

  it("flags gaps and withheld medians", async () => {
    const [point] = await rows(getDropIndexSeries, { to: "2026-08-13" }, "points");
    expect(point).toMatchObject({ isGap: true, medianWithheld: true });
    expect(point).not.toHaveProperty("medianDropPct");
  });

  it("has no points but the first tracked day for an unknown suburb and before tracking began", async () => {
    const nothing = { trackingSince: "2026-08-13" };
    for (const grainKey of ["99999", "00000", "00001"]) {
      expect(await call(getDropIndexSeries, { grain: "suburb", grainKey })).toEqual(nothing);
    }
    expect(await call(getDropIndexSeries, {}, { isEmpty: true })).toEqual(nothing);
  });

  it("refuses what is not a grain, key or calendar date, by name", async () => {
    const refused = (request: MessageInitShape<typeof getDropIndexSeries.input>) =>
      refusal(getDropIndexSeries, request);
    expect(await refused({ grain: "postcode" })).toBe(
      'grain: "postcode" is not one of national, state, suburb',
    );
    expect(await refused({ grainKey: "VIC" })).toContain('grain_key: "VIC" is not "AU"');
    expect(await refused({ grain: "state", grainKey: "AU" })).toContain('grain_key: "AU" is not one of NSW');
    expect(await refused({ grain: "state" })).toContain('grain_key: ""');
    expect(await refused({ grain: "suburb", grainKey: "2001" })).toContain("exactly five digits");
    expect(await refused({ from: "2026-02-31" })).toBe(
      'from: "2026-02-31" is not a calendar date written YYYY-MM-DD',
    );
    expect(await refused({ to: "13/11/2026" })).toContain('to: "13/11/2026"');
    expect(await refused({ to: "2026-08-12" })).toContain("from 2026-08-13 is later than to 2026-08-12");
    expect(await refused({ from: "2026-11-02", to: "2026-11-01" })).toContain("from 2026-11-02 is later");
    expect(await refused({ from: "2026-11-14" })).toContain("later than to 2026-11-13");
  });

  it("takes today from the clock once it is past the snapshot", async () => {
    expect(await dates({ from: "2026-11-14" }, new Date("2026-12-01T00:00:00Z"))).toBeUndefined();
    expect(await dates({ from: "2026-11-13" }, new Date("2020-01-01T00:00:00Z"))).toEqual(["2026-11-13"]);
  });
});
