import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { sharedExample } from "../support/country/shared-country.ts";
import { eventually, opened } from "../support/run/fixtures.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { describePage } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving } = servedCountry({ dataDir: async () => (await sharedExample()).dataDir });
/** The body of a page on another site. */
let body = "";
const elsewhere = opened(async () => {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Elsewhere</title>${body}`);
  });
  await once(server.listen(0, "localhost"), "listening");
  return server;
});

const site = () => `http://localhost:${(elsewhere.address() as AddressInfo).port}/`;
const ours = async (path: string) => (await fetch(serving.url + path, { redirect: "follow" })).text();

describePage("embeds", (open) => {
  const ELSEWHERE = /^elsewhere: /;

  it("have the height that they need on a page of another site, and keep nothing in the browser", async () => {
    const page = await ours("/suburb/10002");
    const snippets = [...page.matchAll(/<textarea[^>]*>(&lt;iframe[^<]*)<\/textarea>/g)].map(([, text]) =>
      text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
    );
    expect(snippets.length).toBeGreaterThanOrEqual(3);
    for (const snippet of snippets) {
      // With a height that does not fit.
      body = snippet.replace(/ height="\d+"/, ' height="37"').replace(' loading="lazy"', "");
      const { page: shown, context } = await open(site(), { expected: ELSEWHERE });
      const frame = shown.frames().find((one) => one !== shown.mainFrame())!;
      await frame.waitForSelector("footer a");
      const height = await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height));
      expect(height).toBeGreaterThan(60);
      await eventually(async () => {
        const given = await shown.evaluate(
          () => document.querySelector("iframe")!.getBoundingClientRect().height,
        );
        expect(given).toBe(
          await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height)),
        );
      });
      expect(await context.cookies()).toEqual([]);
      const kept = await frame.evaluate(() => {
        try {
          return localStorage.length + sessionStorage.length + document.cookie.length;
        } catch {
          // The browser denies storage to frames of other origins.
          return 0;
        }
      });
      expect(kept).toBe(0);
    }
  });

  it.runIf(isDeepRun)(
    "and every kind of rendered page log no error where they are opened by themselves, and have an icon",
    async () => {
      const paths = async (path: string) =>
        [...(await ours(path)).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
          ([, address]) => new URL(address).pathname,
        );
      const lists = await Promise.all((await paths("/sitemap.xml")).map(paths));
      const suburb = lists.flat().find((path) => path.startsWith("/suburbs/"))!;
      const embeds = ["table", "figure", "chart", "map"].map((kind) => `/embed/${kind}${suburb}`);
      for (const path of [...lists.map(([first]) => first), ...embeds]) {
        const { page } = await open(serving.url + path);
        await page.waitForLoadState("networkidle");
        // A browser that shows no icons does not request them.
        const icon = await page.getAttribute("link[rel=icon]", "href");
        expect([path, (await fetch(serving.url + icon)).status]).toEqual([path, 200]);
      }
      const { status, headers } = await fetch(`${serving.url}/favicon.ico`);
      expect([status, headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    },
  );

  it.runIf(isDeepRun)("take no height from frames of others", async () => {
    // Also after the script has loaded.
    const hostile =
      "data:text/html,<script>setInterval(() => parent.postMessage({terraceHeight:999},'*'), 20)</script>";
    body = `<iframe src="${hostile}" height="50"></iframe><script src="${serving.url}/embed.js"></script>
      <script>addEventListener("message", () => setTimeout(() => { document.title = "heard"; }));</script>`;
    const { page } = await open(site(), { expected: /./ });
    await page.waitForFunction(() => document.title === "heard");
    expect(await page.evaluate(() => document.querySelector("iframe")!.clientHeight)).toBe(50);
  });

  it("are the only pages that another site can frame", async () => {
    body = `<iframe src="${serving.url}/suburb/10002"></iframe>`;
    const { page, complaints } = await open(site(), { expected: ELSEWHERE, mayComplain: true });
    await eventually(() => expect(complaints.join("\n")).toContain("frame-ancestors 'none'"));
    const frame = page.frames().find((one) => one !== page.mainFrame());
    // The browser's error page has no article.
    expect((await frame?.$("article")) ?? null).toBeNull();
  });
});
