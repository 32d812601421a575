import { describe, expect, it } from "vitest";
import { allowanceOf, DEFAULT_LIMITS } from "../../../src/config/tier-limits.ts";
import { AGENT } from "../../support/country/ask-country.ts";
import { postJson } from "../../support/country/call-json.ts";
import { eventually } from "../../support/run/fixtures.ts";
import { openQuotaFile } from "../../support/run/quota-file.ts";
import { bearer, serveLimited, startAccessServer } from "../../support/wire/access-server.ts";
import { FILTER_PATH } from "../../support/wire/wire-server.ts";

async function call(url: string, headers: Record<string, string> = {}, path = FILTER_PATH, body = "{}") {
  const response = await postJson(url + path, body, { ...AGENT, ...headers });
  await response.arrayBuffer();
  return response;
}

const tokenFor = (userId: string, tier: string, nowMs: number) => bearer(nowMs, { userId, tier });

describe("what production learned the hard way", () => {
  it("meters the caller and not the proxy, by the rows that the quota table grows", async () => {
    const proxied = await serveLimited({
      config: { trustedProxies: "127.0.0.1, 173.245.48.0/20", clientIpHeader: "CF-Connecting-IP" },
    });
    const callers = ["198.51.100.1", "198.51.100.2", "2001:db8::1"];
    for (const caller of callers) {
      for (let i = 0; i < 20; i++) {
        const headers = { "x-forwarded-for": `${caller}, 173.245.48.9`, "cf-connecting-ip": caller };
        const path = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
        const { status } = await call(proxied.url, headers, path, '{"stateCode":"ACT"}');
        // Sixty requests through one proxy: a shared bucket of thirty would have rejected half of them.
        expect(status).toBe(200);
      }
    }
    await proxied.close();
    const store = openQuotaFile(proxied.quotaFile);
    const asked = [
      "ip:127.0.0.1",
      "ip:173.245.48.9",
      "ip:198.51.100.1",
      "ip:198.51.100.2",
      "ip:2001:db8:0:0::/64",
    ];
    expect([...(await store.readTotals("2026-11-01", asked))]).toEqual(asked.slice(2).map((id) => [id, 20]));
    await store.close();
  });

  it("never turns its own rendering away, with a wrong secret or none", async () => {
    const server = await startAccessServer({
      config: { firstPartyMarker: "AcmeWeb", firstPartySecret: "the shared secret" },
    });
    const { perMinute } = allowanceOf(DEFAULT_LIMITS, "anonymous", "api");
    for (let i = 0; i < perMinute * 3; i++) {
      const secret: Record<string, string> = i % 2 === 0 ? {} : { "x-first-party-secret": "unreadable" };
      const { status, headers } = await call(server.url, {
        "user-agent": "AcmeWeb/2.0 node-rendering",
        ...secret,
      });
      expect(status).toBe(200);
      expect(headers.get("x-ratelimit-limit")).toBeNull();
      expect(headers.get("x-ratelimit-monthly-used")).toBe(String(i + 1));
    }
    const proven = await call(server.url, {
      "user-agent": "AcmeWeb/2.0",
      "x-first-party-secret": "the shared secret",
    });
    expect(proven.headers.get("x-ratelimit-monthly-used")).toBeNull();
  });

  it("shows in a protected view that a store fails, since no refusal ever would", async () => {
    const server = await startAccessServer({ config: { quotaFile: "/nonexistent/quota.sqlite" } });
    const token = await tokenFor("u-1", "enterprise", server.clock.nowMs);
    const said = () => server.log.some(({ msg }) => msg.includes("the quota store fails"));
    // Each round triggers a write; advancing the clock allows the next retry.
    await eventually(async () => {
      for (let i = 0; i < 210; i++)
        server.accessControl.admit(await server.accessControl.identify(evidence(token)), 1);
      await call(server.url);
      server.clock.nowMs += 61_000;
      expect(said()).toBe(true);
    });
    expect(server.accessControl.health()).toMatchObject({ degraded: true, max_identifiers: 150_000 });
    expect(server.log.filter(({ msg }) => msg.includes("the quota store fails"))).toHaveLength(1);
    expect((await call(server.url)).status).toBe(200);
  });
});

const evidence = (headers: Record<string, string>) => ({ headers, peer: "127.0.0.1" });
