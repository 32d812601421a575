import { HtmlValidate } from "html-validate";
import { describe, expect, it } from "vitest";
import { asking, servedCountry } from "../../../support/country/ask-country.ts";
import { sharedAustralia, sharedCountry } from "../../../support/country/shared-country.ts";
import { inForm, isDeepRun } from "../../../support/run/test-form.ts";

/** Addresses that must be complete without scripts: all kinds and states, large and small. */
const AUSTRALIA = [
  "/australia",
  ...["nsw", "vic", "qld", "sa", "wa", "tas", "nt", "act"].map((code) => `/states/${code}`),
  "/suburbs/nsw/bondi-2026",
  "/suburbs/nsw/parramatta-2150",
  "/suburbs/nsw/broken-hill-2880",
  "/suburbs/nsw/newtown-2042",
  "/suburbs/nsw/manly-2095",
  "/suburbs/vic/toorak-3142",
  "/suburbs/vic/point-cook-3030",
  "/suburbs/vic/fitzroy-3065",
  "/suburbs/vic/brunswick-3056",
  "/suburbs/vic/mildura-3500",
  "/suburbs/qld/southport-4215",
  "/suburbs/qld/mount-isa-4825",
  "/suburbs/qld/noosa-heads-4567",
  "/suburbs/sa/glenelg-5045",
  "/suburbs/sa/unley-5061",
  "/suburbs/wa/fremantle-6160",
  "/suburbs/wa/baldivis-6171",
  "/suburbs/wa/cottesloe-6011",
  "/suburbs/tas/sandy-bay-7005",
  "/suburbs/nt/alice-springs-0870",
  "/suburbs/act/kingston-2604",
  "/councils/nsw/waverley-nsw",
  "/councils/nsw/blacktown-nsw",
  "/councils/vic/melbourne-vic",
  "/councils/qld/brisbane-qld",
  "/councils/tas/hobart-tas",
  "/stocks/BHP",
  "/stocks/CBA",
  "/stocks/FMG",
  "/series/rates.cash_rate_target_announced.aus",
  "/series/cpi.annual_change.all_groups.aus",
];

const validator = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "long-title": "off" } });

/** The parts of a page that matter without scripts. */
function partsOf(html: string) {
  const without = html.replaceAll(/<script[^>]*><\/script>/g, "");
  const texts = (pattern: RegExp) => [...without.matchAll(pattern)].map(([, text]) => text);
  return {
    title: texts(/<title>(.*?)<\/title>/g)[0],
    heading: texts(/<h1>(.*?)<\/h1>/g)[0],
    canonical: texts(/<link rel="canonical" href="(.*?)"/g)[0],
    description: texts(/<meta name="description" content="(.*?)"/g)[0],
    figures: texts(/<data value="\w+">(.*?)<\/data>/g),
    sources: texts(/<li data-source="(.*?)"/g),
    links: texts(/<a href="(\/[^"]*)"/g),
    drawings: texts(/<svg[^>]* (role="img")/g),
  };
}

function expectWhole(path: string, html: string) {
  const { title, heading, canonical, description, figures, sources, links, drawings } = partsOf(html);
  const where = [path, title];
  expect([where, new URL(canonical).pathname]).toEqual([where, path]);
  expect([where, heading.length > 1, description.length > 40]).toEqual([where, true, true]);
  expect([where, figures.length >= 2, sources.length >= 1, links.length >= 6]).toEqual([
    where,
    true,
    true,
    true,
  ]);
  expect([where, drawings.length >= 1]).toEqual([where, true]);
  expect(html).not.toMatch(/>(undefined|NaN|null|\[object Object\])</);
  expect(html).not.toMatch(/ style="| on[a-z]+="/);
}

describe("rendered pages of every kind", () => {
  const serving = servedCountry({}, () => sharedCountry(1, 0.02));
  const { get, text, call: ask } = asking(serving, { accept: "text/html" });
  const firstHit = async (kind: string) => {
    const request = { query: "a", kinds: [kind], limit: 1 };
    return (await ask("terrace.v1.ExplorerService/Search", request)).hits[0].id as string;
  };

  it("are whole and valid HTML", async () => {
    const suburb = (await get(`/suburb/${await firstHit("suburb")}`)).headers.get("location")!;
    const { councils } = await ask("shorts.v1alpha1.HousingService/ListCouncils", { stateCode: "NSW" });
    const { series } = await ask("shorts.v1alpha1.EconomyService/ListEconomicSeries", {
      topic: "rates",
      limit: 1,
    });
    const { summaries } = await ask("shorts.v1alpha1.PoliticiansService/ListPoliticianSummaries", {
      limit: 1,
    });
    const paths = [
      ...["/australia", "/states/nsw", suburb, `/councils/nsw/${councils[0].slug}`],
      ...[`/series/${series[0].seriesKey}`, `/stocks/${await firstHit("stock")}`],
    ];
    for (const path of paths) {
      const html = await text(path);
      expectWhole(path, html);
      await expectValid(path, html);
    }
    const rankings = ["price/australia", "income/nsw", "council_population/australia"];
    const member = `/members/${summaries[0].politician.slug}`;
    for (const path of [member, "/councils", ...rankings.map((ranking) => `/rankings/${ranking}`)]) {
      const html = await text(path);
      const { heading, figures, sources } = partsOf(html);
      expect([path, heading.length > 1, sources.length > 0]).toEqual([path, true, true]);
      expect([path, figures.length > 1]).toEqual([path, path === member]);
      await expectValid(path, html);
    }
    await expectValid("/rankings", await text("/rankings"));
  });

  it("name what is like an unknown address, with its status, and lead others to the canonical one", async () => {
    const missing = await get("/suburbs/nsw/not-a-place-0000");
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const html = await missing.text();
    expect(html).toContain("<h1>Page not found</h1>");
    expect(html).not.toContain("canonical");
    await expectValid("missing", html);
    const path = (await get(`/suburb/${await firstHit("suburb")}`)).headers.get("location")!;
    const slipped = await get(path.replace(/-\d+$/, "-9999"));
    expect([slipped.status, await slipped.text()]).toEqual([404, expect.stringContaining(`href="${path}"`)]);
    for (const other of [path.toUpperCase().replace("SUBURBS", "suburbs"), `${path}/`]) {
      const moved = await get(other);
      expect([other, moved.status, moved.headers.get("location")]).toEqual([other, 301, path]);
    }
    const json = await fetch(`${serving.url}/states/xyz`);
    expect([json.status, json.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
  });
});

async function expectValid(path: string, html: string) {
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) => messages.map((one) => `${one.ruleId}: ${one.message}`));
  expect([path, [...new Set(found)]]).toEqual([path, []]);
}

describe.runIf(isDeepRun)("rendered pages of data/australia", () => {
  const serving = servedCountry({}, sharedAustralia);
  const { get, text, call } = asking(serving, { accept: "text/html" });

  it.each(AUSTRALIA)("%s is whole without scripts, and small", async (path) => {
    const html = await text(path);
    expectWhole(path, html);
    await expectValid(path, html);
    const { byteLength } = Buffer.from(
      await new Response(new Blob([html]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
    );
    expect(byteLength).toBeLessThan(40_000);
    for (const link of new Set(partsOf(html).links.slice(6, 12))) await text(link);
  });

  it("show no chart of a series with one observation", async () => {
    const html = await text("/series/census.median_age.1gsyd");
    expect(html).toContain("Newest");
    expect(html).not.toContain("<h2>Chart</h2>");
  });

  it("name first what is most like an address with a slip", async () => {
    for (const [slip, meant] of [
      ["/suburbs/nsw/bondy-2026", "/suburbs/nsw/bondi-2026"],
      ["/suburbs/sa/glenelg-5054", "/suburbs/sa/glenelg-5045"],
      ["/councils/nsw/waverly-nsw", "/councils/nsw/waverley-nsw"],
      ["/stocks/BHPP", "/stocks/BHP"],
    ]) {
      const answer = await get(slip);
      const first = /<ul class="names"><li><a href="([^"]*)"/.exec(await answer.text())?.[1];
      expect([slip, answer.status, first]).toEqual([slip, 404, meant]);
    }
  });

  it("answer at the address of every suburb", async () => {
    const request = { stateCode: "AU", includeIndex: true };
    const { index } = await call("terrace.v1.ExplorerService/GetColumns", request);
    const step = inForm({ short: 100, deep: 40, long: 1 });
    const paths = new Set<string>();
    for (let i = 0; i < index.salCodes.length; i += step) {
      const moved = await get(`/suburb/${index.salCodes[i]}`);
      paths.add(moved.headers.get("location")!);
    }
    expect(paths.size).toBe(Math.ceil(index.salCodes.length / step));
    for (const path of paths) await text(path);
  }, 900_000);
});
