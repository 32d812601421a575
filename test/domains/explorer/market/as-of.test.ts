import { createClient } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { ExplorerService } from "../../../../src/gen/terrace/v1/explorer_pb.ts";
import { openEngine } from "../../../../src/library/open-engine.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { publishEdits } from "../../../support/country/publish-edits.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { copyKept } from "../../../support/country/shared-country.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";
import { allTransports } from "../../../support/wire/transports.ts";

const [FIRST, LATER] = ["2026-11-13", "2026-12-04"];

describe("as_of", () => {
  it("answers with the bytes of the address of that day, whatever the door", async () => {
    const root = await temporaryDirectory();
    const dataDir = await copyKept(`${root}/data`);
    const before = await publishEdits(root, dataDir, []);
    const after = await publishEdits(root, dataDir, [["dataset.json", `${FIRST}T00`, `${LATER}T00`]]);
    const serving = await serveForTest(dataDir, { config: { threads: 2 } });
    const ask = async (path: string, method: string, request: object) => {
      const answer = await postJson(`${serving.url}${path}/terrace.v1.ExplorerService/${method}`, request);
      return `${answer.status} ${answer.headers.get("x-terrace-snapshot")} ${await answer.text()}`;
    };
    const salCode = "10001";
    for (const [method, request] of [
      ["GetSuburbMarketSeries", { salCode }],
      ["AggregateMarket", { filter: { hasData: { metricKey: "population" } }, lastWeeks: 5 }],
      ["AggregateMarket", { salCodes: [salCode] }],
    ] as const) {
      const truth = await ask(`/at/${before}`, method, request);
      expect(truth).toContain(`200 ${before} {`);
      for (const day of [FIRST, "2026-11-30"]) {
        expect(await ask("", method, { ...request, asOf: day })).toBe(truth);
        expect(await ask(`/at/${day}`, method, request)).toBe(truth);
      }
      const now = await ask("", method, request);
      expect(now).toContain(`200 ${after} {`);
      expect(await ask("", method, { ...request, asOf: ` ${LATER} ` })).toBe(now);
      expect(await ask("", method, { ...request, asOf: "2099-01-01" })).toBe(now);
      expect(await ask("", method, { ...request, asOf: "2026-11-12" })).toMatch(/^404 .*no snapshot as of/);
      expect(await ask("", method, { ...request, asOf: before })).toMatch(/^400 .*not a calendar date/);
      expect(await ask(`/at/${before}`, method, { ...request, asOf: FIRST })).toMatch(
        /^400 .*send one of them/,
      );
    }
    for (const { name, transport } of allTransports(serving.url)) {
      const { asOf } = await createClient(ExplorerService, transport).getSuburbMarketSeries({
        salCode,
        asOf: FIRST,
      });
      expect(Number(asOf!.seconds) * 1000, name).toBe(Date.parse(FIRST));
    }
    const tagOf = async (request: object) => {
      const query = `connect=v1&encoding=json&message=${encodeURIComponent(JSON.stringify(request))}`;
      const path = "terrace.v1.ExplorerService/GetSuburbMarketSeries";
      const answer = await fetch(`${serving.url}/${path}?${query}`);
      return [answer.status, answer.headers.get("etag") !== null];
    };
    // Later publications may change which snapshot a day refers to, and one may be the first snapshot again.
    expect(await tagOf({ salCode })).toEqual([200, true]);
    expect(await tagOf({ salCode, asOf: LATER })).toEqual([200, false]);
    await using engine = await openEngine(dataDir);
    using at = await engine.at(FIRST);
    const request = { salCodes: [salCode] };
    const own = await engine.service(ExplorerService).aggregateMarket({ ...request, asOf: FIRST });
    expect(own).toEqual(await at.service(ExplorerService).aggregateMarket(request));
    await using alone = await openEngine(`${dataDir}/snapshots/${before}`);
    await expect(alone.service(ExplorerService).aggregateMarket({ ...request, asOf: LATER })).rejects.toThrow(
      `no snapshot "${LATER}"`,
    );
  });
});
