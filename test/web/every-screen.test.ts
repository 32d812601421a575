import { expect, it } from "vitest";
import { eventually } from "../support/run/fixtures.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { expectAccessible } from "../support/web/axe.ts";
import { describePage, PHONE, visit } from "../support/web/open-page.ts";
import { memberSlug, newestStock, servedCountry } from "../support/web/served-country.ts";

const { serving, terrace, frame } = servedCountry();

describePage("every screen", (open) => {
  /** Address and ready selector of every screen with every panel; a few of them in the short form. */
  const screens = async (): Promise<[path: string, ready: string][]> => {
    const { addresses } = await terrace.housing.listAddressPriceDrops({ limit: 1 });
    const [first, second] = [5, 9].map((position) => frame.index.salCodes[position]);
    const all: [path: string, ready: string][] = [
      ["/", ".legend-steps li"],
      ["/?show=table&where=age+%3E%3D+40", ".table-scroll tbody th"],
      ["/?show=score", ".ranking li"],
      ["/?show=afford", ".afford-notes"],
      ["/?show=dates", ".dates-panel"],
      ["/?show=index&where=age+%3E%3D+30", "[data-suburbs]"],
      ["/?show=download&by=nbn", ".download pre"],
      [`/suburb/${first}`, ".similar-row, .empty"],
      [`/compare/${first}+${second}`, ".axis"],
      ["/market", ".chart svg:has(.line)"],
      ["/market?where=age+%3E%3D+30&tab=agencies", "[role=tabpanel] tbody th"],
      [`/market?sal=${first}&tab=prices`, ".series-list"],
      [`/market/address/${encodeURIComponent(addresses[0].addressKey)}`, ".chart svg:has(.line)"],
      ["/series", ".heat"],
      ["/stocks", '[role="tabpanel"] tbody th'],
      [`/stocks/${(await newestStock(terrace)).productCode}`, ".chart svg:has(.line)"],
      ["/members", '[role="tabpanel"] tbody th'],
      ["/news", ".articles > li"],
      ["/blog/an-example-of-a-take", ".take-body p"],
      ["/reports", '[aria-label="Reports"] tbody th'],
      ["/reports/2026-W44", ".sparkline"],
      [`/members/${await memberSlug(terrace)}`, "h1"],
      ["/about", ".about table"],
      ["/coverage", ".coverage-table td.number"],
      ["/market?tab=suburbs", "[role=tabpanel] tbody th"],
      ["/market?tab=addresses", "[role=tabpanel] tbody th, [role=tabpanel] .empty"],
      ["/stocks?tab=battlegrounds", '[role="tabpanel"] tbody th'],
      ["/members?tab=funding", '[role="tabpanel"] tbody th'],
    ];
    return all.filter((_, i) => isDeepRun || i % 8 === 0);
  };

  it("has no fault in accessibility, light and dark", async () => {
    const { page } = await open(`${serving.url}/about`, { bypassCSP: true });
    for (const [path, ready] of await screens()) {
      await visit(page, path, ready);
      await expectAccessible(page, path);
    }
  });

  // A window of 1280 by 800 at 200 % has half as many CSS pixels.
  it.each([
    ["a phone", PHONE],
    ["a window at twice the size", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
  ])("fits %s without scrolling sideways", async (_name, options) => {
    const { page } = await open(`${serving.url}/about`, options);
    for (const [path, ready] of await screens()) {
      await visit(page, path, ready);
      expect([path, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([
        path,
        options.viewport.width,
      ]);
    }
  });

  it("cuts no table at 1440 pixels", async () => {
    const { page } = await open(`${serving.url}/about`, { viewport: { width: 1440, height: 900 } });
    for (const [path, ready] of await screens()) {
      await visit(page, path, ready);
      await eventually(async () => expect(await page.locator(".waiting").count()).toBe(0));
      const cut = (await page.evaluate(`[...document.querySelectorAll(".table-wrap, .table-scroll")]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .map((box) => box.closest("section")?.querySelector("h2")?.textContent + " " + box.scrollWidth + ">" + box.clientWidth)`)) as string[];
      expect([path, ...cut]).toEqual([path]);
    }
  });

  it.runIf(isDeepRun)(
    "keeps what is told by colour where the reader's own colours replace the page's",
    async () => {
      const { page } = await open(`${serving.url}/?where=age+%3E%3D+30`, { forcedColors: "active" });
      await page.waitForSelector(".legend-steps li");
      await page.waitForSelector(".handle");
      const colours = (await page.evaluate(`(() => {
      const ground = (selector, part) => getComputedStyle(document.querySelector(selector), part).backgroundColor;
      return {
        steps: [...document.querySelectorAll(".legend-steps .swatch:not(.swatch-unknown)")]
          .map((swatch) => getComputedStyle(swatch).backgroundColor),
        handle: ground(".handle", "::after"),
        behind: getComputedStyle(document.body).backgroundColor,
        synthetic: ground(".synthetic"),
        here: ground('.top nav a[aria-current="page"]'),
        elsewhere: ground('.top nav a:not([aria-current])'),
      };
    })()`)) as { steps: string[] } & Record<string, string>;
      expect(new Set(colours.steps).size).toBe(colours.steps.length);
      expect(colours.steps.length).toBeGreaterThan(3);
      expect(colours.handle).not.toBe(colours.behind);
      expect(colours.here).not.toBe(colours.elsewhere);
      expect(colours.synthetic).toBe("rgb(255, 207, 51)");
    },
  );

  it.runIf(isDeepRun).each(["Pacific/Pago_Pago", "Pacific/Kiritimati"])(
    "writes the same dates in %s",
    async (timezoneId) => {
      const { page } = await open(`${serving.url}/market`, { timezoneId, until: ".chart svg:has(.line)" });
      // The chart does not need columns, so it may be there before the first one.
      await eventually(async () => expect(await page.textContent(".as-of")).toBe("Data of 13 Nov 2026"));
      await page.click(".chart-figure summary");
      expect(await page.textContent(".chart-figure .plain tbody tr:last-child th")).toBe("13 Nov 2026");
    },
  );
});
