import { join } from "node:path";
import { chromium } from "playwright-core";

/** Screens worth a picture: address, what must be there first, file, size, colours. */
const SHOTS = [
  {
    path: "/?where=income+%3E%3D+1500+and+distance_to_coast+%3C%3D+150&by=age",
    ready: ".legend-steps li",
    file: "explore.png",
    colorScheme: "light",
  },
  {
    path: "/?in=VIC&by=nbn&show=score",
    ready: ".ranking li",
    file: "score-dark.png",
    colorScheme: "dark",
  },
] as const;

/** Takes the pictures of the README from a server that is running: `node src/generators/write-screenshots.ts http://127.0.0.1:8080`. */
async function writeScreenshots(url: string, folder: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.TERRACE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    for (const { path, ready, file, colorScheme } of SHOTS) {
      const context = await browser.newContext({
        viewport: { width: 1060, height: 600 },
        colorScheme,
        userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
      });
      const page = await context.newPage();
      await page.goto(`${url}${path}`);
      await page.waitForSelector(ready);
      await page.waitForSelector(".map:not(:has(.map-wait))");
      await page.waitForLoadState("networkidle");
      await page.screenshot({ path: join(folder, file) });
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

await writeScreenshots(
  process.argv[2] ?? "http://127.0.0.1:8080",
  process.argv[3] ?? join(import.meta.dirname, "../web/screenshots"),
);
