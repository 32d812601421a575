import { describe, expect, it } from "vitest";
import { AGENT } from "../../support/country/ask-country.ts";
import { postJson } from "../../support/country/call-json.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { bearer, startAccessServer } from "../../support/wire/access-server.ts";
import { FILTER_PATH } from "../../support/wire/wire-server.ts";

const call = async (url: string) => {
  const response = await postJson(url + FILTER_PATH, {}, AGENT);
  await response.arrayBuffer();
  return response;
};

describe("what production learned the hard way", () => {
  it("shows in a protected view that a store fails, since no refusal ever would", async () => {
    const server = await startAccessServer({ config: { quotaFile: "/nonexistent/quota.sqlite" } });
    const headers = await bearer(server.clock.nowMs, { tier: "enterprise" });
    const said = () => server.log.some(({ msg }) => msg.includes("the quota store fails"));
    // Each round triggers a write; advancing the clock allows the next retry.
    await eventually(async () => {
      for (let i = 0; i < 210; i++)
        server.accessControl.admit(await server.accessControl.identify({ headers, peer: "127.0.0.1" }), 1);
      await call(server.url);
      server.clock.nowMs += 61_000;
      expect(said()).toBe(true);
    });
    expect(server.accessControl.health()).toMatchObject({ degraded: true, max_identifiers: 150_000 });
    expect(server.log.filter(({ msg }) => msg.includes("the quota store fails"))).toHaveLength(1);
    expect((await call(server.url)).status).toBe(200);
  });
});
