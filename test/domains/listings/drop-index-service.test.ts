import type { MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { HousingService } from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { call, type Json, rows, useListingEngines } from "../../support/data/listing-calls.ts";

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

  it("takes today from the clock once it is past the snapshot", async () => {
    expect(await dates({ from: "2026-11-14" }, new Date("2026-12-01T00:00:00Z"))).toBeUndefined();
    expect(await dates({ from: "2026-11-13" }, new Date("2020-01-01T00:00:00Z"))).toEqual(["2026-11-13"]);
  });
});
