import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { serveForTest } from "../../../support/country/serve-for-test.ts";
import { goldenCountry } from "../../../support/country/shared-country.ts";
import { plainRecords, plainTableOf } from "../../../support/plain/plain-csv.ts";
import { opened } from "../../../support/run/fixtures.ts";

const MIN_RESIDENTS = 200;
const MIN_SALES = 10;

interface PlainRow {
  readonly name: string;
  readonly code: string;
  readonly value: number;
}

interface Shown {
  readonly places: readonly number[];
  readonly paths: readonly string[];
  readonly names: readonly string[];
}

function rowsOf(html: string): Shown {
  const table = /<table class="plain ranking">(.*?)<\/table>/s.exec(html)![1];
  const rows = [
    ...table.matchAll(/<tr><td class="number">([\d,]+)<\/td><th scope="row"><a href="([^"]+)">(.*?)<\/a>/gs),
  ];
  return {
    places: rows.map(([, place]) => Number(place.replaceAll(",", ""))),
    paths: rows.map(([, , path]) => path),
    names: rows.map(([, , , name]) => name.replaceAll("&#39;", "'").replaceAll("&amp;", "&")),
  };
}

/** Numbers in the first sentence and in the list of what is left out. */
function countsOf(html: string) {
  const number = (text = "0") => Number(text.replaceAll(",", ""));
  const [, ranked, total] =
    /<p class="ranking-rules">([\d,]+) of ([\d,]+) (?:suburbs|councils) are ranked/.exec(html)!;
  const [, list = ""] = /<h2>Left out<\/h2>.*?<ul>(.*?)<\/ul>/s.exec(html) ?? [];
  const leftOut = Object.fromEntries(
    [...list.matchAll(/<li>([\d,]+): (.*?)<\/li>/g)].map(([, count, why]) => [why, number(count)]),
  );
  return { ranked: number(ranked), total: number(total), leftOut };
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((all, one) => all + one, 0);

describe("rankings", () => {
  const country = opened(goldenCountry);
  const serving = servedCountry({}, goldenCountry);
  const { get, text, expectAnswers, expectMissing } = asking(serving, { accept: "text/html" });
  /** All pages of a ranking, following their links to the next one. */
  async function whole(path: string): Promise<Shown & { readonly pages: number }> {
    const all = { places: [] as number[], paths: [] as string[], names: [] as string[] };
    let pages = 0;
    for (let next: string | undefined = path; next !== undefined; pages++) {
      const html: string = await text(next);
      const shown = rowsOf(html);
      for (const key of ["places", "paths", "names"] as const) (all[key] as unknown[]).push(...shown[key]);
      expect(html).toContain(`<link rel="canonical" href="${serving.url}${next}"/>`);
      next = /<link rel="next" href="([^"]+)"/.exec(html)?.[1];
    }
    return { ...all, pages };
  }
  function plainRanking(rows: readonly PlainRow[], sign: number): { place: number; code: string }[] {
    const ordered = rows
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
      .toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
      .toSorted((a, b) => sign * (a.value - b.value));
    return ordered.map(({ code, value }) => ({
      code,
      place: 1 + rows.filter((other) => sign * (other.value - value) < 0).length,
    }));
  }
  const codeAt = async (path: string) => /data-kind="suburb" data-key="(\d+)"/.exec(await text(path))![1];

  it("have the places that raw rows give, in both orders, over all their pages", async () => {
    const file = readdirSync(country.datasetDir).find((name) => name.startsWith("suburb_demographics."))!;
    const raw = plainTableOf(join(country.datasetDir, file)).toReversed();
    const known = raw.filter(({ median_weekly_hhd_income: income }) => income !== "");
    const ranked = known.filter(({ population }) => Number(population || -1) >= MIN_RESIDENTS);
    const rows = ranked.map(({ sal_code, sal_name, median_weekly_hhd_income }) => ({
      code: sal_code,
      name: sal_name,
      value: Number(median_weekly_hhd_income),
    }));
    for (const [path, sign] of [
      ["/rankings/income/australia", -1],
      ["/rankings/income/australia/lowest", 1],
    ] as const) {
      const shown = await whole(path);
      const plain = plainRanking(rows, sign);
      expect(shown.places).toEqual(plain.map(({ place }) => place));
      expect(shown.pages).toBe(Math.ceil(rows.length / 100));
      expect(shown.pages).toBeGreaterThan(1);
      for (const i of [0, 1, 99, 100, rows.length - 1])
        expect(await codeAt(shown.paths[i])).toBe(plain[i].code);
    }
    const { leftOut, ranked: count, total } = countsOf(await text("/rankings/income/australia"));
    expect([count, total]).toEqual([rows.length, raw.length]);
    expect(sum(leftOut)).toBe(total - count);
    expect(leftOut[`fewer than ${MIN_RESIDENTS} residents`] ?? 0).toBe(known.length - ranked.length);
  });

  it("give a file with exactly the rows shown, in their order, under any snapshot", async () => {
    const older = `/at/${serving.engine.manifest.snapshotId}`;
    for (const path of [
      "/rankings/price/nsw",
      "/rankings/population/australia",
      "/rankings/crime_violent/vic",
      "/rankings/pct_rented/qld/lowest",
      `${older}/rankings/price/nsw`,
    ]) {
      const html = await text(path);
      const [, link] = /<a href="([^"]+)">All [\d,]+ rows as CSV<\/a>/.exec(html)!;
      expect(link.startsWith(older)).toBe(path.startsWith(older));
      const answer = await get(link.replaceAll("&amp;", "&"));
      const [head, ...records] = plainRecords(await answer.text()).filter((record) => record.length > 1);
      const names = records.map((record) => record[head.indexOf("sal_name")].replace(/ \(.*\)$/, ""));
      expect(names.slice(0, 100)).toEqual(rowsOf(html).names.slice(0, 100));
      const { ranked, total, leftOut } = countsOf(html);
      expect([path, records.length]).toEqual([path, ranked]);
      expect(sum(leftOut)).toBe(total - ranked);
      const residents = head.indexOf("population");
      for (const record of records)
        if (!path.includes("population"))
          expect(Number(record[residents])).toBeGreaterThanOrEqual(MIN_RESIDENTS);
      const sales = head.indexOf("sales_12m");
      for (const record of records)
        if (sales >= 0 && record[sales] !== "")
          expect(Number(record[sales])).toBeGreaterThanOrEqual(MIN_SALES);
    }
  });

  it("are the places that a suburb's own page has", async () => {
    const html = await text("/rankings/income/nsw");
    const { paths, places } = rowsOf(html);
    const { ranked } = countsOf(html);
    for (const i of [0, 5]) {
      const suburb = await text(paths[i]);
      const [row] = /<data value="income">.*?<\/tr>/s.exec(suburb)!;
      expect(row).toMatch(new RegExp(`>${places[i]}=? of ${ranked}<`));
    }
  });

  it("of councils have the rows of their file, in its order, with a map", async () => {
    for (const [path, sign] of [
      ["/rankings/council_age/australia", -1],
      ["/rankings/council_population/nsw/lowest", 1],
    ] as const) {
      const html = await text(path);
      const [, address] = /href="(\/v1\/councils\/[^"]+)"/.exec(html)!;
      const answer = await get(address.replaceAll("&amp;", "&"));
      const [heads, ...rows] = (await answer.text())
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(","));
      expect([answer.status, heads.length]).toEqual([200, 4]);
      const { names } = await whole(path);
      expect(rows.map(([, name]) => name)).toEqual(names);
      const values = rows.map((row) => Number(row[3]));
      expect(values).toEqual(values.toSorted((a, b) => sign * (a - b)));
      expect(rows.length).toBe(countsOf(html).ranked);
      expect(html).toMatch(/<svg class="ranking-map[^"]*"[^>]*aria-label="[^"]+, by council"/);
    }
  });

  it("are listed, each with the suburbs of its states and councils, and link to one another", async () => {
    const list = await text("/rankings");
    const paths = [...new Set([...list.matchAll(/href="(\/rankings\/[^"]+)"/g)].map(([, path]) => path))];
    expect(paths.length).toBeGreaterThan(200);
    for (const path of paths.filter((_, i) => i % 40 === 0)) {
      const { ranked, total, leftOut } = countsOf(await text(path));
      expect([path, sum(leftOut)]).toEqual([path, total - ranked]);
    }
    // Each state counts offences by its own rules, deciles have too many ties, and codes are not quantities.
    const unranked = ["crime_violent", "seifa_irsad_decile_aus", "lga_code", "religion"];
    await expectMissing(unranked.map((key) => `/rankings/${key}/australia`));
  });

  it("count the suburbs inside a council apart", async () => {
    const [, path] = /href="(\/rankings\/income\/nsw\/(?!lowest|page-)[^"/]+)"/.exec(
      await text("/rankings/income/nsw"),
    )!;
    const html = await text(path);
    const { ranked, total, leftOut } = countsOf(html);
    const { places, paths } = rowsOf(html);
    expect(places.length).toBe(ranked);
    expect(sum(leftOut)).toBe(total - ranked);
    const council = await text(path.replace("/rankings/income", "/councils"));
    for (const [, ranking] of (html + council).matchAll(/href="(\/rankings\/[^"]+)"/g)) await text(ranking);
    for (const suburb of paths) expect(council).toContain(`href="${suburb}"`);
  });

  it("name what may have been meant where there is nothing", async () => {
    await expectAnswers([
      ["/rankings/incom/nsw", 404, 'href="/rankings/income/nsw"'],
      ["/rankings/crime_violent/australia", 404, 'href="/rankings/crime_violent/nsw"'],
      ["/rankings/price/nsq", 404, 'href="/rankings/price/nsw"'],
    ]);
    const [, known] = /href="(\/councils\/nsw\/[^"]+)"/.exec(await text("/councils"))!;
    const answer = await get(known.replace(/.-nsw$/, "-nsw"));
    expect(await answer.text()).toContain(`href="${known}"`);
  });

  it("have nothing of listings while these are switched off", async () => {
    const path = "/rankings/stock_on_market/nsw";
    expect(await text("/rankings")).toContain(`href="${path}"`);
    const off = await serveForTest(country.dataDir, { config: { dropListings: false } });
    await asking(off).expectMissing([path]);
    const list = await asking(off).text("/rankings");
    for (const key of ["stock_on_market", "days_on_market", "share_discounted"])
      expect(list).not.toContain(key);
  });

  it("have one address each, and nothing at any other", async () => {
    for (const [path, to] of [
      ["/rankings/Price/NSW", "/rankings/price/nsw"],
      ["/rankings/price/nsw/page-1", "/rankings/price/nsw"],
      ["/rankings/pct-rented/nsw", "/rankings/pct_rented/nsw"],
      ["/rankings/", "/rankings"],
      ["/rankings/price/nsw/", "/rankings/price/nsw"],
      ["/councils/", "/councils"],
    ]) {
      const moved = await get(path);
      expect([path, moved.status, moved.headers.get("location")]).toEqual([path, 301, to]);
    }
    const long = "a".repeat(5000);
    const elsewhere = [
      ...["1e9", "99999", "0", "-1", "01"].map((page) => `price/nsw/page-${page}`),
      ...["price/nowhere", "price", "price/", "nothing/nsw", "__proto__/nsw", "constructor/australia"],
      ...[`${long}/nsw`, `price/${long}`, `price/nsw/${long}`],
      ...["price/..%2f", "price/nsw/..%2f..%2fetc", "price//"],
      ...["price/nsw/lowest/lowest", "price/nsw/no-such-council-nsw"],
      ...["price/australia/anything", "council_x/nsw"],
    ];
    const councils = ["nsw", "nsw/no-such-council", `nsw/${long}`, "nsw/..%2fvic", "nsw/a/b"];
    await expectMissing(elsewhere.map((path) => `/rankings/${path}`));
    await expectMissing(councils.map((path) => `/councils/${path}`));
  });
});

describe("council pages", () => {
  const serving = servedCountry({}, goldenCountry);
  const { text, call } = asking(serving);

  it("show a council's figures with its places, next to its neighbours, and its suburbs", async () => {
    const { councils } = await call<{
      councils: { slug: string; displayName: string; population: number }[];
    }>("shorts.v1alpha1.HousingService/ListCouncils", { stateCode: "NSW" });
    const list = await text("/councils");
    for (const { slug, displayName } of councils) {
      expect(list).toContain(`href="/councils/nsw/${slug}"`);
      expect(list).toContain(displayName.replaceAll("'", "&#39;"));
    }
    const bySize = councils.map(({ population }) => population).sort((a, b) => b - a);
    const [, second] = councils;
    const html = await text(`/councils/nsw/${second.slug}`);
    expect(html).toContain(second.population.toLocaleString("en-AU"));
    expect(html).toContain(`${bySize.indexOf(second.population) + 1} of ${bySize.length}`);
    expect(html).toMatch(/href="\/suburbs\/nsw\//);
    const [, neighbours = ""] = /<h2>Compared with its neighbours<\/h2>(.*?)<\/table>/s.exec(html) ?? [];
    expect(neighbours).toMatch(/href="\/councils\//);
  });
});
