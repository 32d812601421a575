import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, describe, expect, onTestFinished } from "vitest";
import { eventually } from "../run/fixtures.ts";
import { isDeepRun } from "../run/test-form.ts";

/**
 * The browser for tests of the page; undefined where none is installed. The headless shell renders the same
 * and opens a page in half the CPU time.
 */
export const CHROMIUM = [
  process.env.TERRACE_CHROMIUM,
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
].find((path) => path !== undefined && existsSync(path));

const FLAGS = [
  ...["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
  // Pages of a context share a process, which has the page's code compiled.
  "--process-per-site",
];
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** User agent without the word that the agent policy refuses. */
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

/** Upper bound for a busy machine; no test is about it. */
const PATIENCE_MS = 120_000;

export interface OpenOptions extends BrowserContextOptions {
  /** Selector that appears when the page is ready for the test. */
  readonly until?: string;
  /** Complaints of the page that the test provokes. */
  readonly expected?: RegExp;
  /** The test checks the complaints itself; otherwise any complaint fails it at the end. */
  readonly mayComplain?: boolean;
  /** Uses a new context: no cache or storage of other pages, and changes to it end with the test. */
  readonly isAlone?: boolean;
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Complaints of the page: errors, violations of its policy, requests to other hosts. */
  readonly complaints: string[];
}

type OpenPage = (url: string, options?: OpenOptions) => Promise<OpenedPage>;

/** Tests in a browser, skipped where none is installed; `open` gives each test its own page. */
export function describePage(name: string, tests: (open: OpenPage) => void, isSkipped = false): void {
  const needs = CHROMIUM === undefined ? " (skipped: no chromium; apt-get install chromium)" : "";
  describe.skipIf(CHROMIUM === undefined || isSkipped)(`${name}${needs}`, () => tests(useBrowser()));
}

/** describePage in the deep form only. */
export const describeDeepPage = (name: string, tests: (open: OpenPage) => void) =>
  describePage(name, tests, !isDeepRun);

function useBrowser(): OpenPage {
  let browser: Promise<Browser> | undefined;
  const contexts = new Map<string, Promise<BrowserContext>>();
  afterAll(async () => (await browser)?.close());
  const newContext = async (options: BrowserContextOptions) => {
    browser ??= chromium.launch({ executablePath: CHROMIUM!, args: FLAGS, timeout: PATIENCE_MS });
    const size = { width: 1280, height: 800 };
    return (await browser).newContext({ userAgent: AGENT, viewport: size, ...options });
  };
  /** The context of pages with these options; its first page keeps the process alive between tests. */
  const sharedContext = (url: string, options: BrowserContextOptions): Promise<BrowserContext> => {
    const key = JSON.stringify(options);
    const made = async () => {
      const context = await newContext(options);
      await (await context.newPage()).goto(new URL("/robots.txt", url).href);
      return context;
    };
    const context = contexts.get(key) ?? made();
    contexts.set(key, context);
    return context;
  };
  return async (url, { until, expected, mayComplain = false, isAlone = false, ...options } = {}) => {
    const context = await (isAlone ? newContext(options) : sharedContext(url, options));
    const page = await context.newPage();
    onTestFinished(async () => {
      if (isAlone) return context.close();
      // Another page of this test has ended both.
      if (page.isClosed()) return;
      const { origin } = new URL(url);
      const session = await context.newCDPSession(page);
      await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "cookies,local_storage" });
      await context.unrouteAll();
      for (const one of context.pages().slice(1)) await one.close();
    });
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    const complain = (text: string) => {
      if (expected?.test(text) !== true) complaints.push(text);
    };
    page.on("pageerror", (error) => complain(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning")
        complain(`console: ${message.text()} ${message.location().url}`);
    });
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== new URL(url).origin)
        complain(`elsewhere: ${request.url()}`);
    });
    onTestFinished(() => {
      if (!mayComplain) expect(complaints, url).toEqual([]);
    });
    await page.goto(url);
    if (until !== undefined) await page.waitForSelector(until);
    return { page, context, complaints };
  };
}

/** Goes to a path as the page's links do, without reloading, and waits until its content is shown. */
export async function visit(page: Page, path: string, until?: string): Promise<void> {
  await page.evaluate(
    `history.pushState(undefined, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"));`,
  );
  await page.waitForSelector(`main[data-screen=${JSON.stringify(path.split("?")[0])}]`);
  if (until !== undefined) await page.waitForSelector(until);
}

export async function downloaded(page: Page, press: string): Promise<{ name: string; bytes: Buffer }> {
  const coming = page.waitForEvent("download");
  await page.click(press);
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** For each table row: the text of `part`, and of the first cell that is not a heading. */
export const cellsOf = (rows: Locator, part = "th") =>
  rows.evaluateAll(
    (all, named) => all.map((row) => [named, "td"].map((one) => row.querySelector(one)!.textContent)),
    part,
  );

/** Element with the number of matching suburbs. */
export const COUNTED = ".match-count[data-count]";

export async function matchCount(page: Page): Promise<number> {
  await page.waitForSelector(COUNTED);
  return Number(await page.getAttribute(".match-count", "data-count"));
}

export function untilCount(page: Page, count: number): Promise<unknown> {
  return page.waitForSelector(`.match-count[data-count="${count}"]`);
}

/**
 * The view's parameters after a gesture, once they contain `text`. During a gesture only the address changes;
 * the link of the brand follows at its end.
 */
export async function settledView(page: Page, text: string): Promise<URLSearchParams> {
  const link = await page.waitForSelector(`.brand[href*="${text}"]`);
  return new URL((await link.getAttribute("href"))!, page.url()).searchParams;
}

export function untilMapped(page: Page): Promise<unknown> {
  // The ground gets its width at the first painting; shapes may exist before its size is known.
  return page.waitForSelector(".map:not(:has(.map-wait)) .map-ground[width]");
}

/** The code of every screen is a file `<name>-page.tsx` and an asset of that name. */
const SCREENS = readdirSync(resolve(import.meta.dirname, "../../../src/web/pages"), { recursive: true })
  .filter((path) => String(path).endsWith("-page.tsx"))
  .map((path) => basename(String(path), ".tsx"));

/** Waits until the page has loaded the code of every screen, which it requests after the last column. */
export async function untilLoaded(page: Page): Promise<void> {
  await eventually(async () => {
    const { come, linked } = (await page.evaluate(`({
      come: performance.getEntriesByType("resource").map(({ name }) => name),
      linked: [...document.querySelectorAll('link[rel="modulepreload"]')].map(({ href }) => href),
    })`)) as { come: string[]; linked: string[] };
    const hasCode = (screen: string) => {
      const code = new RegExp(`/assets/${screen}-[\\w-]{8}\\.js$`);
      return come.some((name) => code.test(name));
    };
    // Code shared by several screens is a file of its own, linked when the first of them is requested.
    const awaited = linked.filter((href) => !come.includes(href));
    expect([...SCREENS.filter((screen) => !hasCode(screen)), ...awaited]).toEqual([]);
  });
}
