import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { slugOf } from "../../../../src/web/rendered/addresses.ts";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { sharedExample } from "../../../support/country/shared-country.ts";
import { threadsForTest } from "../../../support/wire/thread-connections.ts";

describe("rendered pages", () => {
  const serving = servedCountry({}, sharedExample);
  const { get, text, expectAnswers } = asking(serving);

  it("move a suburb from its code to an address that people can read, under any snapshot", async () => {
    const moved = await get("/suburb/10002");
    const to = moved.headers.get("location")!;
    expect([moved.status, to]).toEqual([301, expect.stringMatching(/^\/suburbs\/nsw\/brindle-bay-\d{4}$/)]);
    const html = await text(to);
    expect(html).toContain("<h1>Brindle Bay</h1>");
    expect(html).toContain("SYNTHETIC");
    expect(html).toContain(`<link rel="canonical" href="${serving.url}${to}"/>`);
    const older = `/at/${serving.engine.manifest.snapshotId}`;
    expect((await get(`${older}/suburb/10002`)).headers.get("location")).toBe(older + to);
    await expectAnswers([
      ["/suburb/10002?interactive", 200],
      ["/suburb/99999", 404],
    ]);
  });

  it("are the same from every thread that answers, though one thread makes them all", async () => {
    const path = (await get("/suburb/10002")).headers.get("location")!;
    const { dataDir } = await sharedExample();
    const several = await serveForTest(dataDir, { config: { threads: 3, webUrl: serving.url } });
    const threads = await threadsForTest(several.url, 3);
    for (const address of [path, "/councils", "/sitemap.xml", `/embed/table${path}`]) {
      const expected = await text(address);
      for (const { ask } of threads) {
        const { status, text: own } = await ask(address);
        expect([address, status, own === expected]).toEqual([address, 200, true]);
      }
    }
    for (const { ask } of threads) expect((await ask("/suburb/10002")).headers.location).toBe(path);
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
