import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { copySecondCountry } from "../support/country/second-country.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { CHROMIUM, matchCount, NEEDS_CHROMIUM, useBrowser } from "../support/web/open-page.ts";

let root: string;
let serving: Serving;
let older: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-page-at-"));
  const dataDir = join(root, "data");
  await copyCountry(dataDir);
  [older] = await readdir(join(dataDir, "snapshots"));
  const { directory } = await copySecondCountry(root);
  await publishSnapshot(directory, dataDir);
  serving = await serveCountry(dataDir);
});
afterAll(async () => {
  await serving.close();
  await removeDirectory(root);
});

describe.skipIf(CHROMIUM === undefined)(`the page of an older snapshot${NEEDS_CHROMIUM}`, () => {
  const open = useBrowser();

  it("is chosen by the date in the header, says that it is not the newest, and asks no other", async () => {
    const { page, complaints } = await open(`${serving.url}/?in=NSW`);
    await matchCount(page);
    await page.click('button[aria-label="Other dates of the data"]');
    await page.click(`.snapshots a[href^="/at/${older}/"]`);
    await page.waitForSelector(".snapshot-ribbon");
    expect(new URL(page.url()).pathname).toBe(`/at/${older}/`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${serving.url}/at/${older}/`);
    await matchCount(page);
    expect(await page.getAttribute(".as-of", "title")).toBe(older);
    await page.click('nav[aria-label="Screens"] a >> nth=1');
    await page.waitForURL(
      (url) => url.pathname.startsWith(`/at/${older}/`) && url.pathname.length > older.length + 5,
    );
    const elsewhere = asked.filter((path) => !/^\/(assets\/|at\/|v1\/snapshots$)/.test(path));
    expect(elsewhere).toEqual([]);
    await page.click(".snapshot-ribbon a");
    await page.waitForURL((url) => !url.pathname.startsWith("/at/"));
    await page.waitForSelector("main[data-screen]");
    expect(await page.locator(".snapshot-ribbon").count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
