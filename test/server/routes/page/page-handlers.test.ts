import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../../src/config/tier-limits.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { postJson } from "../../../support/country/call-json.ts";
import { serveLimited } from "../../../support/wire/access-server.ts";

const AGENT = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) terrace-tests/1" };

const METHOD = "terrace.v1.ExplorerService/DescribeMetrics";
const ask = (url: string, headers: Record<string, string>) =>
  postJson(`${url}/${METHOD}`, {}, { ...AGENT, ...headers });
/** The caller's calls per minute, and how many are left. */
const limitOf = async (response: Promise<Response>) => {
  const { headers } = await response;
  return [Number(headers.get("x-ratelimit-limit")), Number(headers.get("x-ratelimit-remaining"))];
};

describe("the page", () => {
  const serving = servedCountry({ config: { agentPolicy: true } });
  const { get, text, expectMissing } = asking(serving, AGENT);

  it("serves one document at every screen, under a policy that lets nothing in from elsewhere", async () => {
    const first = await get("/");
    const html = await first.text();
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    // Below the page, which fills the window: invisible with scripts.
    expect(html).toMatch(/<noscript>.*href="\/rankings".*<\/noscript>\s*<div id="page">/s);
    expect(html).not.toMatch(/https?:\/\/(?!127)/);
    const policy = first.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    for (const path of [
      "/suburb/11234?interactive",
      "/compare/11234+11235",
      "/market",
      "/market/address/1-a-street",
      "/series",
      "/about",
      "/?in=NSW",
    ]) {
      expect([path, await text(path)]).toEqual([path, html]);
    }
  });

  it("knows nothing at other paths, and leaves methods and documents their own", async () => {
    await expectMissing(["/nope", "/suburb", "/suburb/1/2", "/assets/nope.js", "/a.b/C"]);
    expect((await get("/docs")).headers.get("content-type")).toContain("text/html");
    expect(await text("/docs")).not.toContain('<div id="page">');
    expect((await get("/", {}, { method: "POST" })).status).toBe(405);
  });

  it("shows people a page where there is nothing, with what they may have meant and no mark of theirs", async () => {
    const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const near = await get("/explore", html);
    expect([near.status, near.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(await near.text()).toContain('Did you mean <a href="/">Explore</a>?');
    expect(await (await get("/comprae", html)).text()).toContain('<a href="/compare">Compare</a>?');
    const marked = await (await get('/%3Cscript%3Ealert(1)%3C/script%3E"><b>', html)).text();
    expect(marked).not.toMatch(/<script|<b>/);
    expect((await get("/explore")).headers.get("content-type")).toContain("application/json");
    expect((await get("/explore", html)).headers.get("content-security-policy")).toContain(
      "default-src 'none'",
    );
  });

  it("names assets by their content, lets them be kept for ever, and sends them compressed", async () => {
    const html = await text("/");
    const [, script] = /src="(\/assets\/index-[\w-]+\.js)"/.exec(html)!;
    const bodies = [];
    for (const encoding of ["br", "gzip", "identity"]) {
      const reply = await get(script, { "accept-encoding": encoding });
      expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(reply.headers.get("content-encoding") ?? "identity").toBe(encoding);
      bodies.push(await reply.text());
    }
    expect(new Set(bodies).size).toBe(1);
    const tag = (await get(script)).headers.get("etag")!;
    expect((await get(script, { "if-none-match": tag })).status).toBe(304);
  });
});

describe("the page's own calls", () => {
  const { apiPerMinute, browserPerMinute } = DEFAULT_LIMITS.anonymous;
  const cookieOf = async (url: string, headers: Record<string, string> = {}) =>
    (await asking({ url }, AGENT).get("/", headers)).headers.get("set-cookie")!.split(";")[0];

  it("have the limits of a browser, with cookie and fetch metadata alike", async () => {
    const { url } = await serveLimited();
    const cookie = await cookieOf(url);
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect(await limitOf(ask(url, own))).toEqual([browserPerMinute, browserPerMinute - 1]);
    expect((await limitOf(ask(url, { cookie })))[0]).toBe(apiPerMinute);
    expect((await limitOf(ask(url, { "sec-fetch-site": "same-origin" })))[0]).toBe(apiPerMinute);
    expect((await limitOf(ask(url, { cookie, "sec-fetch-site": "cross-site" })))[0]).toBe(apiPerMinute);
    expect((await limitOf(ask(url, { ...own, cookie: `${cookie.slice(0, -1)}_` })))[0]).toBe(apiPerMinute);
  });

  it("sets the cookie so that no other site sends it and no script reads it, and not again while it is fresh", async () => {
    const { url } = await serveLimited();
    const { get } = asking({ url }, AGENT);
    const set = (await get("/")).headers.get("set-cookie")!;
    expect(set).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect((await get("/", { cookie: set.split(";")[0] })).headers.get("set-cookie")).toBeNull();
  });

  it("are counted by address with everything else from there: pretending opens no second budget", async () => {
    const { url } = await serveLimited();
    const own = { cookie: await cookieOf(url), "sec-fetch-site": "same-origin" };
    for (let i = 0; i < apiPerMinute; i++) await ask(url, {});
    expect((await ask(url, {})).status).toBe(429);
    expect(await limitOf(ask(url, own))).toEqual([browserPerMinute, browserPerMinute - apiPerMinute - 1]);
    for (let i = 0; i < browserPerMinute - apiPerMinute - 1; i++)
      expect((await ask(url, own)).status).toBe(200);
    expect((await ask(url, own)).status).toBe(429);
    // A cookie of its own does not help either: it is bound to the address.
    expect((await ask(url, { ...own, cookie: await cookieOf(url) })).status).toBe(429);
  });

  it("lose their standing at another address and after a month", async () => {
    const serving = await serveLimited({ config: { trustedProxies: "127.0.0.1" } });
    const from = (address: string) => ({ "x-forwarded-for": address });
    const cookie = await cookieOf(serving.url, from("203.0.113.5"));
    const own = { cookie, "sec-fetch-site": "same-origin" };
    expect((await limitOf(ask(serving.url, { ...own, ...from("203.0.113.5") })))[0]).toBe(browserPerMinute);
    expect((await limitOf(ask(serving.url, { ...own, ...from("203.0.113.6") })))[0]).toBe(apiPerMinute);
    serving.clock.nowMs += 31 * 86_400_000;
    expect((await limitOf(ask(serving.url, { ...own, ...from("203.0.113.5") })))[0]).toBe(apiPerMinute);
  });
});
