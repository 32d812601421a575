import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** The README's screenshots of the real country: the same view on a desktop and on a phone. */
const PATH = "/?where=population+%3E%3D+200+and+income+%3E%3D+1500+and+distance_to_coast+%3C%3D+150&by=age";
const LOOKS = [
  { name: "explore", viewport: { width: 1060, height: 600 }, isMobile: false },
  { name: "phone", viewport: { width: 390, height: 780 }, isMobile: true },
];

/** Run against a running server: `node src/generators/write-screenshots.ts http://127.0.0.1:8080 FOLDER`. */
async function writeScreenshots(url: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.TERRACE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    for (const { name, viewport, isMobile } of LOOKS) {
      const context = await browser.newContext({
        viewport,
        isMobile,
        hasTouch: isMobile,
        colorScheme: "light",
        userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
      });
      const page = await context.newPage();
      await page.goto(`${url}${PATH}`);
      await page.waitForSelector(".legend-steps li");
      await page.waitForSelector(":root:not(:has(.map-wait))");
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(folder, `${name}.png`) });
    }
  } finally {
    await browser.close();
  }
}

await writeScreenshots(
  process.argv[2] ?? "http://127.0.0.1:8080",
  process.argv[3] ?? join(import.meta.dirname, "../web/screenshots"),
);
