import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { slugOf } from "../../../../src/web/rendered/addresses.ts";
import { serveCountry } from "../../../support/country/serve-country.ts";
import { sharedExample } from "../../../support/country/shared-country.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { connectThreads } from "../../../support/wire/thread-connections.ts";

describe("rendered pages", () => {
  const serving = opened(async () => serveCountry((await sharedExample()).dataDir));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(serving.url + path, { headers, redirect: "manual" });

  it("move a suburb from its code to an address that people can read, under any snapshot", async () => {
    const moved = await get("/suburb/10002");
    const to = moved.headers.get("location")!;
    expect([moved.status, to]).toEqual([301, expect.stringMatching(/^\/suburbs\/nsw\/brindle-bay-\d{4}$/)]);
    const html = await (await get(to)).text();
    expect(html).toContain("<h1>Brindle Bay</h1>");
    expect(html).toContain(`<link rel="canonical" href="${serving.url}${to}"/>`);
    const older = `/at/${serving.engine.manifest.snapshotId}`;
    expect((await get(`${older}/suburb/10002`)).headers.get("location")).toBe(older + to);
    expect((await get("/suburb/10002?interactive")).status).toBe(200);
    expect((await get("/suburb/99999")).status).toBe(404);
  });

  it("are the same from every thread that answers, though one thread makes them all", async () => {
    const path = (await get("/suburb/10002")).headers.get("location")!;
    const { dataDir } = await sharedExample();
    const several = await serveCountry(dataDir, { config: { threads: 3, webUrl: serving.url } });
    const threads = await connectThreads(several.url, 3);
    try {
      for (const address of [path, "/councils", "/sitemap.xml", `/embed/table${path}`]) {
        const expected = await (await get(address)).text();
        for (const { ask } of threads) {
          const { status, text } = await ask(address);
          expect([address, status, text === expected]).toEqual([address, 200, true]);
        }
      }
      for (const { ask } of threads) expect((await ask("/suburb/10002")).headers.location).toBe(path);
    } finally {
      for (const { close } of threads) close();
      await several.close();
    }
  });

  it("can be asked whether they changed", async () => {
    const path = (await get("/suburb/10002")).headers.get("location")!;
    const { headers } = await get(path);
    expect(headers.get("last-modified")).toMatch(/GMT$/);
    expect((await get(path, { "if-none-match": headers.get("etag")! })).status).toBe(304);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("bring their style along, which is the only one that they may apply", async () => {
    const html = { accept: "text/html" };
    for (const [path, status] of [
      [(await get("/suburb/10002")).headers.get("location")!, 200],
      ["/suburbs/nsw/nowhere-at-all", 404],
    ] as const) {
      const answer = await get(path, html);
      const styles = [...(await answer.text()).matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text);
      const hash = createHash("sha256").update(styles[0]).digest("base64");
      expect([answer.status, styles.length]).toEqual([status, 1]);
      expect(answer.headers.get("content-security-policy")).toContain(`; style-src 'sha256-${hash}';`);
    }
  });

  it("are not for search engines while their figures are made up", async () => {
    const html = await (await fetch(`${serving.url}/suburb/10002`)).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).toContain("SYNTHETIC");
  });
});

describe("slugOf", () => {
  it("keeps letters and digits of any name", () => {
    expect(["O'Connor", "St. Kilda", "Kings Cross–Central", "Café  é"].map(slugOf)).toEqual([
      "oconnor",
      "st-kilda",
      "kings-cross-central",
      "cafe-e",
    ]);
  });
});
