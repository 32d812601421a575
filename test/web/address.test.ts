import fc from "fast-check";
import { expect, it } from "vitest";
import { allOf, inStates, parseWhere, printWhere, type WhereExpression } from "../../src/client.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../src/dataset/states.ts";
import { METRIC_KEYS } from "../../src/domains/suburbs/metrics/metric-registry.ts";
import { expressionOver } from "../support/data/random-expression.ts";
import { whereOf } from "../support/data/where-of.ts";
import { eventually } from "../support/run/fixtures.ts";
import { runSeed } from "../support/run/seeded-random.ts";
import { describeDeepPage, matchCount, untilCount, untilLoaded, visit } from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, frame } = servedCountry({ metrics: METRIC_KEYS });

/** Parts of an address in the page's order; defaults are omitted. */
type Parts = Readonly<Record<string, string>>;

/** Views that differ from the default in any number of parts. */
function randomViews(): fc.Arbitrary<Parts> {
  const pin = serving.engine.pin();
  const expressions = expressionOver(pin.view.columns.scopes.get(NATIONAL_SCOPE)!);
  pin.release();
  // Normalized: strings that the parser prints unchanged, as a page writes them.
  const where = expressions.map((one) => printWhere(parseWhere(printWhere(whereOf(one)))));
  const key = fc.constantFrom(...METRIC_KEYS);
  const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).map((list) => list.join(","));
  const sign = fc.constantFrom("", "-");
  const parts: Record<string, fc.Arbitrary<string>> = {
    in: fc.constantFrom(...STATE_CODES),
    // A condition that lets everything pass is not written.
    where: where.filter((text) => text !== "" && text !== "everything" && text.length < 3000),
    by: key.filter((one) => one !== "income"),
    scale: fc.constantFrom("linear", "log"),
    h: keys,
    at: fc
      .tuple(
        fc.integer({ min: 11_000, max: 43_000 }),
        fc.integer({ min: 113_000, max: 153_000 }),
        fc.nat(1400),
      )
      .map(([lat, lon, zoom]) =>
        [(-lat / 1000).toFixed(3), (lon / 1000).toFixed(3), (zoom / 100).toFixed(2)].join(","),
      ),
    sel: fc.constantFrom(...frame.index.salCodes),
    show: fc.constantFrom("table", "score", "download"),
    sort: fc
      .uniqueArray(fc.tuple(sign, fc.oneof(key, fc.constantFrom("state", "postcode"))), {
        minLength: 1,
        maxLength: 3,
        selector: ([, one]) => one,
      })
      .map((list) => list.map(([minus, one]) => `${minus}${one}`).join(",")),
    cols: keys,
    w: fc
      .uniqueArray(fc.tuple(key, fc.integer({ min: 1, max: 12 }), fc.boolean()), {
        minLength: 1,
        maxLength: 3,
        selector: ([one]) => one,
      })
      .map((list) => list.map(([one, size, isLess]) => `${one}:${(isLess ? -size : size) / 4}`).join(",")),
    afford: fc
      .tuple(
        fc.nat(900_000),
        fc.nat(900_000),
        fc.nat(9_000),
        fc.constantFrom("", "5.5"),
        fc.constantFrom("owner", "first"),
      )
      .map((figures) => `${figures.join(",")},new,unit`),
    since: fc.constantFrom("2020-01-01-0123456789ab"),
    snap: fc.constantFrom("2020-01-01-0123456789ab"),
  };
  return fc
    .record(Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, fc.option(value)])))
    .map((view) =>
      Object.fromEntries(Object.entries(view).filter((part): part is [string, string] => part[1] !== null)),
    );
}

/** Number of suburbs of a view, computed without the page. */
function countOf(view: Parts): number {
  const conditions: WhereExpression[] = [];
  if (view.in !== undefined) conditions.push(inStates([view.in]));
  const where = parseWhere(view.where ?? "");
  if (where !== undefined) conditions.push(where);
  return conditions.length === 0 ? frame.size : frame.count(frame.match(allOf(conditions)));
}

const addressOf = (view: Parts) => `/?${new URLSearchParams(view)}`;

describeDeepPage("the address of the explore screen", (open) => {
  it("holds the whole view: a hundred random ones are read, shown and written back the same", async () => {
    const views = fc.sample(randomViews(), { numRuns: 100, seed: runSeed("random views") });
    const { page } = await open(`${serving.url}/`);
    await matchCount(page);
    // Everything is loaded before the first view, so that each can be checked at once.
    await untilLoaded(page);
    // Visits them within the page, as Back does, and reads count and address after each picture.
    const shown = (await page.evaluate(`(async () => {
      const shown = [];
      for (const address of ${JSON.stringify(views.map(addressOf))}) {
        history.pushState(undefined, "", address);
        dispatchEvent(new PopStateEvent("popstate"));
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        shown.push([
          Number(document.querySelector(".match-count").dataset.count),
          document.querySelector(".brand").getAttribute("href"),
        ]);
      }
      return shown;
    })()`)) as [count: number, link: string][];
    shown.forEach(([count, link], i) => {
      expect([i, ...new URL(link, serving.url).searchParams]).toEqual([i, ...Object.entries(views[i])]);
      // The count of affordable suburbs is known when the server has answered.
      if (views[i].afford === undefined) expect([i, count]).toEqual([i, countOf(views[i])]);
    });
    expect(new Set(views.map(countOf)).size).toBeGreaterThan(20);
    // The same by opening a link.
    const opened = views.find(({ afford }) => afford === undefined)!;
    await page.goto(`${serving.url}${addressOf(opened)}`);
    await untilCount(page, countOf(opened));
    const link = (await page.getAttribute(".brand", "href"))!;
    expect([...new URL(link, serving.url).searchParams]).toEqual(Object.entries(opened));
  });

  it("shows another reader of the link the same", async () => {
    const where =
      'population >= 500 and (age <= 45 or income is unknown) and not state in (NT) and nbn in ("Fixed Line")';
    const query = new URLSearchParams({
      in: "AU",
      where,
      by: "age",
      scale: "linear",
      h: "age,nbn",
      show: "table",
      sort: "-age,name",
      cols: "age,nbn",
    });
    const { page } = await open(`${serving.url}/?${query}`);
    await untilCount(page, countOf({ where }));
    const address = page.url();
    const { page: other } = await open(address, { isAlone: true });
    await untilCount(other, countOf({ where }));
    await other.waitForSelector(".table-scroll tbody th");
    const look = async (one: typeof page) => [
      await one.locator(".chip span").allTextContents(),
      await one.locator(".histogram h3").allTextContents(),
      await one.locator(".table-scroll tbody th").allTextContents(),
      await one.locator(".legend-steps").textContent(),
    ];
    expect(await look(other)).toEqual(await look(page));
  });

  it("may hold what cannot be read: that becomes an error which says where, and the rest works on", async () => {
    const { page } = await open(`${serving.url}/?where=pirce+%3C%3D+5&by=nothing&in=NZ`, {
      expected: /status of 400/,
    });
    await page.waitForSelector(".chip-error");
    expect(await page.textContent(".chip-error")).toContain('unknown metric "pirce"; did you mean "price"');
    expect(await matchCount(page)).toBe(frame.size);
  });

  it("names the snapshot that is cited, and says kindly when another is shown", async () => {
    const { snapshotId } = serving.engine.manifest;
    const { page } = await open(`${serving.url}/?where=age+%3E%3D+40&show=download`);
    const cite = (await page.textContent(".cite"))!;
    const link = new URL(cite.slice(cite.indexOf("http")));
    expect(link.pathname).toBe(`/at/${snapshotId}/`);
    await page.goto(link.href);
    await matchCount(page);
    await eventually(async () => expect(await page.locator(".notice").count()).toBe(0));
    await page.goto(`${serving.url}/`);
    await matchCount(page);
    expect(await page.locator(".notice").count()).toBe(0);
    await visit(page, "/?where=age+%3E%3D+40&snap=2020-01-01-0123456789ab");
    await page.waitForSelector(`.notice:has-text("2020-01-01-0123456789ab"):has-text("${snapshotId}")`);
    await page.click('.notice button:has-text("Got it")');
    await page.waitForURL((url) => !url.searchParams.has("snap"));
    expect(new URL(page.url()).searchParams.get("where")).toBe("age >= 40");
    expect(await page.locator(".notice").count()).toBe(0);
  });

  it("needs no column twice: what the browser holds of a snapshot is only asked after", async () => {
    const { page } = await open(`${serving.url}/`, { isAlone: true });
    const sizes = async () => {
      await matchCount(page);
      await untilLoaded(page);
      // Presets and the other columns are requested at the same time.
      return (await page.evaluate(
        `performance.getEntriesByType("resource").filter(({ name }) => name.includes("Service/"))
          .sort((a, b) => a.name < b.name ? -1 : 1)
          .map(({ transferSize, encodedBodySize }) => [transferSize, encodedBodySize])`,
      )) as [sent: number, size: number][];
    };
    const first = await sizes();
    await page.goto(`${serving.url}/`);
    const second = await sizes();
    expect(second.map(([, size]) => size)).toEqual(first.map(([, size]) => size));
    expect(first.every(([sent, size]) => sent > size && size > 1000)).toBe(true);
    expect(second.every(([sent]) => sent < 1000)).toBe(true);
  });
});
