import { describe, expect, it, onTestFinished } from "vitest";
import { loadAggregates } from "../../../src/domains/aggregates.ts";
import { stationLayer } from "../../../src/domains/explorer/area-layers.ts";
import { MAP_PAGES } from "../../../src/domains/suburbs/pages/maps/index.ts";
import { engineOver } from "../../support/data/method-calls.ts";

const STATIONS = 1203;

describe("stationLayer", () => {
  it("lists every station unless a limit or codes are given", async () => {
    const railway_stations = Array.from({ length: STATIONS }, (_, i) => ({
      name: `Station ${i}`,
      state_code: "NSW",
      lat: -33,
      lon: 151,
    }));
    const engine = await engineOver({ railway_stations }, await loadAggregates(), [MAP_PAGES]);
    onTestFinished(() => engine.close());
    const counted = async (...given: [string, string][]) => {
      const request = { key: "AU", parameters: new Map(given), wantsGeometry: false };
      const { rowCount, matched } = await engine.use((view) => stationLayer(view, request));
      return { rowCount, matched };
    };
    expect(await counted()).toEqual({ rowCount: STATIONS, matched: STATIONS });
    expect(await counted(["limit", "7"])).toEqual({ rowCount: 7, matched: STATIONS });
    expect(await counted(["codes", ""])).toEqual({ rowCount: STATIONS, matched: STATIONS });
    expect(await counted(["codes", "NSW Station 3, NSW Station 5"])).toEqual({ rowCount: 2, matched: 2 });
  });
});
