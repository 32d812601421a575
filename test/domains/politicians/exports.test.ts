import { rmSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import { copyCountry } from "../../support/country/copy-country.ts";
import { callJson, serveCountry, steppingClock } from "../../support/country/serve-country.ts";
import { opened, sharedDirectory } from "../../support/run/fixtures.ts";

const SERVICE = "shorts.v1alpha1.PoliticiansService";
type Row = Record<string, unknown>;

const root = sharedDirectory("politics-files");

const serving = opened(async () => {
  await copyCountry(root);
  return serveCountry(root, { monotonicMs: steppingClock() });
});
afterEach(() => rmSync(switchesFile(root), { force: true }));

const get = (path: string) =>
  fetch(`${serving.url}/v1/${path}`, { headers: { "user-agent": "terrace-test/1" } });

async function file(path: string): Promise<Row[]> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Row);
}

const ask = async (method: string, request: object) =>
  (await callJson(serving.url, `${SERVICE}/${method}`, request)).body as Row;
const byGroup = (rows: readonly Row[], name: string) => new Map(rows.map((row) => [row[name], row]));

describe("files of party funding", () => {
  it("hold what GetDonationsOverview answers for every group of the year", async () => {
    const { parties } = (await ask("GetDonationsOverview", { financialYear: "2024-25", limit: 100 })) as {
      parties: Row[];
    };
    const rows = byGroup(await file("funding/parties/2024-25.ndjson"), "party_group");
    expect(rows.size).toBe(parties.length);
    for (const party of parties) {
      const row = rows.get(party.partyGroup)!;
      expect([
        String(row.total_receipts_cents),
        row.party_return_count,
        String(row.itemised_receipts_cents),
      ]).toEqual([
        party.totalReceiptsCents ?? "0",
        party.partyReturnCount ?? 0,
        party.itemisedReceiptsCents ?? "0",
      ]);
    }
  });

  it("have no row for a year that is not held, nor while the returns are off, and no other key", async () => {
    expect(await file("funding/parties/1066-67.ndjson")).toEqual([]);
    writeFileSync(switchesFile(root), '{"partyFunding": false}');
    expect(await file("funding/parties/2024-25.ndjson")).toEqual([]);
    expect((await get("funding/parties/latest.ndjson")).status).toBe(404);
  });
});

describe("a file that is asked for while a switch is turned", () => {
  it("is refused, and has nothing of what is withheld when it is asked for again", async () => {
    const path = "funding/parties/2024-25.ndjson";
    const whole = await (await get(path)).text();
    const { engine } = serving;
    const pin = engine.pin.bind(engine);
    const pins = vi.spyOn(engine, "pin").mockImplementationOnce(() => {
      writeFileSync(switchesFile(root), '{"partyFunding": false}');
      return pin();
    });
    const turned = await get(path);
    pins.mockRestore();
    expect([turned.status, turned.headers.get("etag"), turned.headers.get("cache-control")]).toEqual([
      503,
      null,
      "no-store",
    ]);
    expect(await turned.text()).toContain("ask again");
    const after = await get(path);
    expect([after.status, whole.length > 0, await after.text()]).toEqual([200, true, ""]);
  });
});

describe("files of members", () => {
  it("hold everyone of a chamber in order of name, and nobody while the register is off", async () => {
    const { politicians, total } = (await ask("ListPoliticians", { chamber: "senate", limit: 500 })) as {
      politicians: Row[];
      total: number;
    };
    const rows = await file("politicians/senate.ndjson");
    expect(rows.map((row) => row.slug)).toEqual(politicians.map((one) => one.slug));
    expect(rows.length).toBe(total);
    writeFileSync(switchesFile(root), '{"interestRegister": false}');
    expect(await file("politicians/senate.ndjson")).toEqual([]);
  });
});
