import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { eventually } from "../support/run/fixtures.ts";
import { inForm } from "../support/run/test-form.ts";
import { describeDeepPage, untilMapped } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving } = servedCountry();

/** Page script that records what is drawn over the map since the last clear: texts and closed circles. */
const RECORDER = `(() => {
  const drawn = { labels: {}, ring: undefined };
  globalThis.drawnOverMap = drawn;
  const isOverlay = (context) => context.canvas.classList?.contains("map-overlay");
  const wrap = (name, note) => {
    const own = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      if (isOverlay(this)) note(...given);
      return own.apply(this, given);
    };
  };
  wrap("clearRect", () => { drawn.labels = {}; drawn.ring = undefined; });
  wrap("fillText", (text, x, y) => { drawn.labels[text] = [x, y]; });
  wrap("arc", (x, y) => { drawn.ring = [x, y]; });
})()`;

interface Drawn {
  readonly labels: Readonly<Record<string, readonly [number, number]>>;
  readonly ring?: readonly [number, number];
}

const drawnOver = (page: Page) => page.evaluate("globalThis.drawnOverMap") as Promise<Drawn>;
const zoomOf = (url: string) => Number(new URL(url).searchParams.get("at")?.split(",")[2] ?? 5);

/** Tolerance in pixels: the address has three decimals of a degree and two of a zoom. */
const slack = (url: string) => 3 + 256 * 2 ** zoomOf(url) * (0.0006 * (Math.PI / 180));

describeDeepPage("what is drawn over the map", (open) => {
  it("is where the map's camera has it, after every kind of move", async () => {
    const { page, context } = await open(`${serving.url}/about`);
    await page.addInitScript(RECORDER);
    await page.goto(`${serving.url}/`);
    await untilMapped(page);
    // The reference: a page loaded at the same address, which never moved.
    const still = await context.newPage();
    await still.addInitScript(RECORDER);
    const suburb = await (async () => {
      await page.fill(".search input", "a");
      return (await page.textContent(".search [role=option]"))!;
    })();
    expect(suburb.length).toBeGreaterThan(0);
    const moves: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["a search", () => page.press(".search input", "Enter")],
      ["Back", () => page.goBack()],
      ["Forward", () => page.goForward()],
      ["a capital of the strip", () => page.click('.capital[aria-label="Zoom to Sydney"]')],
      ["another capital", () => page.click('.capital[aria-label="Zoom to Perth"]')],
      ["Back from a capital", () => page.goBack()],
      ["zoom in", () => page.click('.map-buttons [aria-label="Zoom in"]')],
      ["zoom out", () => page.click('.map-buttons [aria-label="Zoom out"]')],
      ["show all", () => page.click('.map-buttons [aria-label="Show all"]')],
      ["a state", () => page.selectOption(".filters select >> nth=0", "WA")],
      ["Back from a state", () => page.goBack()],
      ["another size", () => page.setViewportSize({ width: 1000, height: 700 })],
    ];
    for (const [what, move] of moves.slice(0, inForm({ short: 2, deep: 12, long: 12 }))) {
      const before = page.url();
      await move();
      if (what !== "another size") await eventually(() => expect(page.url(), what).not.toBe(before));
      await still.setViewportSize(page.viewportSize()!);
      await still.goto(page.url());
      await untilMapped(still);
      const url = page.url();
      await eventually(async () => {
        const [moved, right] = await Promise.all([drawnOver(page), drawnOver(still)]);
        const common = Object.keys(right.labels).filter((text) => text in moved.labels);
        expect(common.length, `${what}: ${JSON.stringify(moved.labels)}`).toBeGreaterThanOrEqual(
          Math.max(1, 0.7 * Math.max(Object.keys(right.labels).length, Object.keys(moved.labels).length)),
        );
        const pairs = common.map((text) => [text, moved.labels[text], right.labels[text]] as const);
        expect(moved.ring === undefined, what).toBe(right.ring === undefined);
        if (moved.ring !== undefined && right.ring !== undefined)
          pairs.push(["ring", moved.ring, right.ring] as never);
        for (const [text, [x, y], [rightX, rightY]] of pairs) {
          expect(Math.hypot(x - rightX, y - rightY), `${what}: ${text}`).toBeLessThan(slack(url));
        }
      });
    }
  });
});
