import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

interface Shot {
  readonly path: string;
  /** What must be there first. */
  readonly ready: string;
  readonly file: string;
}

/** How a reader may look at the page. */
interface Look {
  readonly name: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
  readonly isMobile?: boolean;
}

/** The pictures of the README, of the real country: the same view on a wide screen and on a phone. */
const README_SHOT: Omit<Shot, "file"> = {
  path: "/?where=population+%3E%3D+200+and+income+%3E%3D+1500+and+distance_to_coast+%3C%3D+150&by=age",
  ready: ".legend-steps li",
};
const README_LOOKS: readonly Look[] = [
  { name: "explore", viewport: { width: 1060, height: 600 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 390, height: 780 }, colorScheme: "light", isMobile: true },
];

const LOOKS: readonly Look[] = [
  { name: "light", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light", isMobile: true },
  { name: "wide", viewport: { width: 1920, height: 1080 }, colorScheme: "light" },
];

/** Every screen with every panel; codes and keys are found on the page itself. */
async function everyScreen(page: Page, url: string): Promise<Shot[]> {
  const linkOn = async (path: string, selector: string) => {
    await page.goto(`${url}${path}`);
    return (await page.locator(selector).first().getAttribute("href", { timeout: 60_000 }))!;
  };
  const suburb = await linkOn("/?show=table&sort=-population", ".table-scroll tbody a");
  const other = await linkOn("/?show=table&sort=-price", ".table-scroll tbody a");
  const code = (link: string) => link.split("/").at(-1);
  return [
    { path: "/", ready: ".legend-steps li", file: "explore" },
    {
      path: `/?where=age+%3E%3D+35+and+income+%3E%3D+1500&sel=${code(suburb)}`,
      ready: ".picked",
      file: "filtered",
    },
    { path: "/?by=nbn&h=nbn,price,seifa_irsad", ready: ".category-bars", file: "categories" },
    { path: "/?in=NSW&where=price+%3C%3D+1&by=price", ready: ".blame", file: "nothing" },
    { path: "/?show=table&where=age+%3E%3D+40", ready: ".table-scroll tbody th", file: "table" },
    { path: "/?show=score", ready: ".ranking li", file: "score" },
    { path: "/?show=index&where=population+%3E%3D+2000", ready: ".chart svg:has(.line)", file: "index" },
    { path: "/?show=download", ready: ".download pre", file: "download" },
    { path: suburb, ready: ".similar-row", file: "suburb" },
    { path: `/compare/${code(suburb)}+${code(other)}`, ready: ".axis", file: "compare" },
    { path: "/compare", ready: "h1", file: "compare-none" },
    { path: "/market", ready: ".chart svg:has(.line)", file: "market" },
    {
      path: "/market?where=population+%3E%3D+2000&tab=agencies",
      ready: "[role=tabpanel] tbody th",
      file: "market-filter",
    },
    { path: `/market?sal=${code(suburb)}&tab=prices`, ready: ".series-list", file: "market-prices" },
    { path: "/market?in=NSW&tab=suburbs", ready: "[role=tabpanel] tbody th", file: "market-suburbs" },
    {
      path: await linkOn("/market?tab=addresses", "[role=tabpanel] tbody a"),
      ready: ".chart svg:has(.line)",
      file: "address",
    },
    { path: "/series", ready: ".heat", file: "series" },
    { path: "/stocks", ready: "[role=tabpanel] tbody th", file: "stocks" },
    {
      path: await linkOn("/stocks", "[role=tabpanel] tbody a"),
      ready: ".chart svg:has(.line)",
      file: "stock",
    },
    { path: "/members", ready: "[role=tabpanel] tbody th", file: "members" },
    { path: await linkOn("/members", "[role=tabpanel] tbody a"), ready: "h1", file: "member" },
    { path: "/about", ready: ".about table", file: "about" },
    { path: "/suburb/99999", ready: ".empty", file: "no-suburb" },
  ];
}

async function openPage(browser: Browser, look: Omit<Look, "name">): Promise<Page> {
  const context = await browser.newContext({
    ...look,
    hasTouch: look.isMobile === true,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
  });
  return context.newPage();
}

async function take(page: Page, url: string, { path, ready, file }: Shot, folder: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.waitForSelector(ready);
  await page.waitForSelector(":root:not(:has(.map-wait))");
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(folder, file) });
}

/**
 * Takes the pictures of the README from a server that is running, or, when `every` is said, those of every screen in light,
 * dark, on a phone and on a wide screen: `node src/generators/write-screenshots.ts http://127.0.0.1:8080 FOLDER every`.
 */
async function writeScreenshots(url: string, folder: string, isEvery: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.TERRACE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    if (!isEvery) {
      for (const { name, ...look } of README_LOOKS)
        await take(await openPage(browser, look), url, { ...README_SHOT, file: `${name}.png` }, folder);
      return;
    }
    const shots = await everyScreen(await openPage(browser, LOOKS[0]), url);
    for (const { name, ...look } of LOOKS) {
      const page = await openPage(browser, look);
      for (const shot of shots) {
        const file = `${shot.file}-${name}.png`;
        await take(page, url, { ...shot, file }, folder).catch((error: Error) =>
          process.stderr.write(`${file}: ${error.message.split("\n", 1)[0]}\n`),
        );
      }
    }
  } finally {
    await browser.close();
  }
}

await writeScreenshots(
  process.argv[2] ?? "http://127.0.0.1:8080",
  process.argv[3] ?? join(import.meta.dirname, "../web/screenshots"),
  process.argv[4] === "every",
);
