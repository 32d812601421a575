import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Expects that axe finds no violation, light and dark; the page must have been opened with `bypassCSP`. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.evaluate(axe);
  // Only contrast depends on the colour scheme.
  for (const [colorScheme, only] of [
    ["light", {}],
    ["dark", { runOnly: ["color-contrast"] }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const options = JSON.stringify({ resultTypes: ["violations"], ...only });
    const found = (await page.evaluate(`axe.run(document, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ target, failureSummary }) => target.join(" ") + " " + failureSummary.split("\\n")[1]).join(" | ")))`)) as string[];
    expect([path, colorScheme, ...found]).toEqual([path, colorScheme]);
  }
}
