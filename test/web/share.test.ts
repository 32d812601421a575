import { read, utils } from "@e965/xlsx";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import { parseWhere } from "../../src/client.ts";
import { readSaved as readSavedFrom, savedText } from "../../src/web/keep/saved.ts";
import { eventually } from "../support/run/fixtures.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import {
  COUNTED,
  describePage,
  downloaded,
  PHONE,
  untilCount,
  untilMapped,
  visit,
} from "../support/web/open-page.ts";
import { servedCountry } from "../support/web/served-country.ts";

const { serving, terrace, frame } = servedCountry({ metrics: ["age"] });

const readSaved = (text: string) => readSavedFrom(text, (path) => /^\/($|suburb\/\d{5}$)/.test(path));

const SHARE = "button.sign-share";
const SAVED = "button.sign-saved";

describe("readSaved", () => {
  const views = [{ name: "By the sea", url: "/?where=distance_to_coast+%3C+5" }];
  it("reads what was written, and nothing that is not an address of the page", () => {
    const given = { suburbs: ["10001", "20002"], views };
    expect(readSaved(savedText(given))).toEqual({ given, leftOut: 0 });
    const hostile = [
      ...[
        "javascript:alert(1)",
        "//evil.example/",
        "/\\evil.example",
        "/nowhere",
        "https://evil.example/",
        "",
      ],
      ...["/v1/sources", "/suburb/%E0%A4%A", `/?where=${"x".repeat(5000)}`, 7, null],
    ].map((url) => ({ name: "x", url }));
    const text = JSON.stringify({
      kind: "terrace saved suburbs and views",
      suburbs: ["10001", "1", 10001, null, "<b>12", "10001"],
      views: [...views, ...hostile, { name: "y".repeat(101), url: "/" }, { name: {}, url: "/" }, null],
    });
    expect(readSaved(text)).toEqual({
      given: { suburbs: ["10001"], views },
      leftOut: 5 + hostile.length + 3,
    });
  });

  it.each(["", "[]", "null", "{}", '{"kind":"other"}', "sal_code\n10001"])(
    "takes %j for no file of its own",
    (text) => {
      expect(() => readSaved(text)).toThrow("the file");
    },
  );

  it("holds no more than can be saved", () => {
    const suburbs = Array.from({ length: 700 }, (_, i) => String(10_000 + i));
    expect(readSaved(savedText({ suburbs, views: [] }))).toMatchObject({
      given: { suburbs: { length: 500 } },
      leftOut: 200,
    });
  });
});

describePage("sharing and saving", (open) => {
  it.runIf(isDeepRun).each([
    ["wide", {}],
    ["on a phone", PHONE],
  ])("gives the address and the citation of every screen, %s", async (_name, options) => {
    const { page } = await open(`${serving.url}/about`, options);
    const [code] = frame.index.salCodes;
    for (const path of ["/?show=table&in=NSW", `/suburb/${code}`, "/series", "/stocks", "/coverage"]) {
      await visit(page, path);
      expect(await page.locator(SHARE).isVisible()).toBe(true);
      await page.click(SHARE);
      const link = page.locator(".share-box textarea").first();
      await eventually(async () => {
        const shown = new URL(await link.inputValue());
        expect([shown.origin, shown.pathname]).toEqual([serving.url, path.split("?")[0]]);
        expect(shown.searchParams.get("in")).toBe(path.includes("in=") ? "NSW" : null);
      });
      await page.click('.share-box summary:has-text("Permanent")');
      await eventually(async () =>
        expect(await page.inputValue(".share-box .cite-body textarea")).toContain(`${serving.url}/at/2026-`),
      );
      if (path.startsWith("/suburb/")) {
        await page.click('.share-box summary:has-text("Embed")');
        const html = await page.inputValue(".share-box textarea >> nth=1");
        const [, src] = /<iframe src="([^"]+)"/.exec(html)!;
        const embedded = await fetch(src);
        expect([embedded.status, await embedded.text()]).toEqual([200, expect.stringContaining("<title>")]);
      }
      await page.keyboard.press("Escape");
    }
  });

  it("keeps suburbs and views in the browser, and takes them to another by a file", async () => {
    const [first, second] = frame.index.salCodes;
    const { page } = await open(`${serving.url}/suburb/${first}?interactive`);
    await page.click('header button:has-text("Save")');
    await visit(page, "/?where=age+%3E%3D+40", COUNTED);
    await page.click(SAVED);
    await page.fill(".saved-box form input", "The old");
    await page.click(".saved-box form button");
    await page.waitForSelector('.saved-box a:has-text("The old")');
    await page.reload();
    await page.click(SAVED);
    await page.waitForSelector(`.saved-box a[href="/suburb/${first}"]`);
    const file = await downloaded(page, 'button:has-text("Save as a file")');
    expect(file.name).toBe("terrace-saved.json");
    const { given } = readSaved(file.bytes.toString());
    expect(given).toEqual({ suburbs: [first], views: [{ name: "The old", url: "/?where=age+%3E%3D+40" }] });
    await page.click('button[aria-label="Forget The old"]');

    const other = await open(`${serving.url}/compare`, { isAlone: true });
    const choose = (name: string, text: string) =>
      other.page.setInputFiles(".saved-box input[type=file]", {
        name,
        mimeType: "application/json",
        buffer: Buffer.from(text),
      });
    const said = (text: string) => other.page.waitForSelector(`.saved-box [role=status]:has-text("${text}")`);
    await other.page.click(SAVED);
    await choose("saved.json", savedText({ ...given, suburbs: [first, second] }));
    await said("Added 2 suburbs and 1 views");
    await choose("saved.json", "not one of ours");
    await said("Nothing was added: the file is not JSON.");
    await other.page.keyboard.press("Escape");
    // Saved suburbs are offered where suburbs are compared.
    await other.page.click('[aria-label="Saved suburbs"] button >> nth=0');
    await other.page.waitForURL(`**/compare/${first}`);
    await other.page.click(SAVED);
    await other.page.click('.saved-box a:has-text("The old")');
    await other.page.waitForURL("**/?where=age*");
  });

  it.runIf(isDeepRun)("saves what is seen as files for spreadsheets and maps", async () => {
    const { page } = await open(`${serving.url}/?show=download&where=age+%3E%3D+40&cols=price,age`);
    await untilMapped(page);
    const rows = [...frame.positions(frame.match(parseWhere("age >= 40")))].map(
      (at) => frame.index.salCodes[at],
    );
    await untilCount(page, rows.length);
    const excel = await downloaded(page, '.download button:has-text("Excel")');
    expect(excel.name).toMatch(/^terrace-SYNTHETIC-suburbs-.*\.xlsx$/);
    const book = read(excel.bytes);
    const cells = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]]);
    expect(cells.map((row) => String(row.sal_code)).sort()).toEqual(rows);
    const features = JSON.parse(
      (await downloaded(page, '.download button:has-text("GeoJSON")')).bytes.toString(),
    ) as { features: { properties: Record<string, unknown> }[] };
    expect(features.features.map(({ properties }) => String(properties.sal_code)).sort()).toEqual(rows);
  });

  it.runIf(isDeepRun)("saves the map and charts as pictures that name title, source and date", async () => {
    const { page } = await open(`${serving.url}/?show=download&by=age`);
    await untilMapped(page);
    await page.waitForSelector(".legend-steps li");
    const check = async (part: string, title: string, shapes: RegExp) => {
      // Content that is still loading would move the drawing between its two pictures.
      await page.waitForLoadState("networkidle");
      const svg = await downloaded(page, `${part} button[aria-label^="SVG"]`);
      expect(svg.name).toMatch(/^terrace-SYNTHETIC-.*\.svg$/);
      const text = svg.bytes.toString();
      using document = XmlDocument.fromString(text);
      expect(document.root.name).toBe("svg");
      expect(text).toContain(`>${title}</text>`);
      // Long lines are wrapped.
      const words = text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
      expect(words).toContain("SYNTHETIC: nothing here is real, data of 13 Nov 2026");
      expect(words).toMatch(/Source: .*Synthetic/);
      expect(text.match(shapes)?.length).toBeGreaterThan(0);
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(text)!;
      const png = (await downloaded(page, `${part} button[aria-label^="PNG"]`)).bytes;
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(
        [2 * Number(width), 2 * Number(height)].map(Math.floor),
      );
    };
    await check(".download", "Median age", /<path /g);
    await visit(page, "/market?tab=prices", ".chart svg:has(.line)");
    const label = (await page.getAttribute(".chart-figure .chart", "aria-label"))!.split(". Arrow")[0];
    await check(".chart-figure >> nth=0 >>", label, /<path d="M[\d.]+ [\d.]+(?:L|H)/g);
    // Bars and areas too, each with its text and without a bitmap.
    await visit(page, "/stocks?tab=industries", ".tree-map rect");
    await check(
      ".cite-line:has(button[aria-label$='the industries as a picture']) >>",
      "Short positions by industry",
      /<rect [^>]*fill="rgb/g,
    );
    const [code] = frame.index.salCodes;
    await visit(page, `/suburb/${code}`);
    const people = `.card:has(h2:text-is("People")) >>`;
    await page.waitForSelector(`${people} .bar`);
    await check(people, `People, ${(await page.title()).split(" · ")[0]}`, />Owned outright<\/text>/g);
    await visit(page, "/?h=age,nbn", COUNTED);
    for (const [name, shapes] of [
      ["Median age", /<path d="M\d+ [\d.]+v-[\d.]+h\d+[^>]*fill="rgb/g],
      ["Dominant broadband technology", /<text [^>]*>[\d,]+<\/text>/g],
    ] as const) {
      const histogram = `.histogram[aria-label="${name}"]`;
      await page.waitForSelector(`${histogram} :is(.bars-all[d], .category-bar)`);
      await page.click(`${histogram} .sign-info`);
      await check(`${histogram} .popover-box >>`, name, shapes);
      await page.keyboard.press("Escape");
    }
  });

  it.runIf(isDeepRun)(
    "gives the HTML that embeds a chart, a table, a figure or a ranking next to its citation",
    async () => {
      const { page } = await open(`${serving.url}/about`);
      const { hits } = await terrace.explorer.search({ query: "a", kinds: ["stock"], limit: 1 });
      const [code] = frame.index.salCodes;
      for (const [path, press, part] of [
        [`/suburb/${code}`, ['button[aria-label="Embed Figures"]'], "/embed/table/suburbs/"],
        [
          `/suburb/${code}`,
          ['.figure:has([data-metric="age"]) .sign-info', '.popover-box summary:has-text("Embed")'],
          "/embed/figure/suburbs/",
        ],
        [`/suburb/${code}`, ['button[aria-label="Embed People"]'], "/embed/chart/suburbs/"],
        [
          "/?where=&by=age",
          [".legend .sign-info", '.popover-box summary:has-text("Embed")'],
          "/embed/map/rankings/age/australia",
        ],
        [`/stocks/${hits[0].id}`, ['button[aria-label^="Embed Short position"]'], "/embed/chart/stocks/"],
        [
          "/?show=table&where=&sort=-age&in=NSW",
          ['button[aria-label="Embed Matching suburbs"]'],
          "/embed/ranking/rankings/age/nsw",
        ],
      ] as const) {
        await visit(page, path);
        for (const one of press) await page.click(one);
        const html = await page.inputValue('.popover-box label:has-text("HTML of") textarea');
        const [, src] = /<iframe src="([^"]+)"/.exec(html)!;
        expect(src).toContain(part);
        if (part.includes("figure")) expect(src).toContain("?of=age");
        expect([src, (await fetch(src)).status]).toEqual([src, 200]);
        await page.keyboard.press("Escape");
      }
    },
  );

  it.runIf(isDeepRun)("prints a suburb on two sheets, without what is pressed", async () => {
    const { page } = await open(`${serving.url}/suburb/${frame.index.salCodes[0]}?interactive`);
    await page.waitForSelector(".similar-row");
    await page.waitForSelector(".chart svg:has(.line)");
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("button:visible, .top:visible, textarea:visible").count()).toBe(0);
  });

  it("prints a ranking without what leads to others", async () => {
    const { page } = await open(`${serving.url}/rankings/age/australia`);
    const links = page.locator(".choices:visible, .link-list:visible");
    expect(await links.count()).toBeGreaterThan(1);
    await page.emulateMedia({ media: "print" });
    expect(await links.count()).toBe(0);
  });

  it.runIf(isDeepRun)("works where the browser keeps nothing, and says so", async () => {
    const { page, context } = await open(`${serving.url}/about`, { isAlone: true });
    await context.addInitScript(`for (const store of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, store, { get() { throw new DOMException("denied", "SecurityError"); } });`);
    const [code] = frame.index.salCodes;
    await page.goto(`${serving.url}/suburb/${code}?interactive`);
    await page.click('header button:has-text("Save")');
    await page.click(SAVED);
    await page.waitForSelector(`.saved-box a[href="/suburb/${code}"]`);
    await page.waitForSelector('.saved-box:has-text("This browser stores nothing")');
  });

  it.runIf(isDeepRun)(
    "opens screens from the menu as they were left, also after the page was loaded again",
    async () => {
      const [first, second] = frame.index.salCodes;
      const { page } = await open(`${serving.url}/?where=age+%3E%3D+40&in=NSW`, { until: COUNTED });
      await visit(page, `/compare/${first}+${second}`, ".axis");
      await visit(page, "/about");
      for (const loaded of ["first", "again"]) {
        if (loaded === "again") await page.goto(`${serving.url}/about`);
        await page.waitForSelector(`nav a[href="/compare/${first}+${second}"]`);
        await page.waitForSelector('nav a[href*="in=NSW"][href*="where=age"]');
      }
      await page.click('nav a:has-text("Explore")');
      await page.waitForURL("**/?in=NSW&where=age*");
      await page.click('nav a:has-text("Compare")');
      await page.waitForSelector(".compare-grid thead a");
      expect(await page.locator(".compare-grid thead a").count()).toBe(2);
    },
  );
});
