import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAtomFeed } from "feedsmith";
import { XmlDocument } from "libxml2-wasm";
import { describe, expect, it } from "vitest";
import { switchesFile } from "../../../src/server/routes/switches.ts";
import { asking } from "../../support/country/ask-country.ts";
import { type Edit, publishEdits } from "../../support/country/publish-edits.ts";
import { serveCountry, steppingClock } from "../../support/country/serve-country.ts";
import { shareKept } from "../../support/country/shared-country.ts";
import { opened, sharedDirectory } from "../../support/run/fixtures.ts";

const WEB = "https://terrace.example";
const HOSTILE = 'Bea <b>&amp;]]> "Sample"';
/** One item of each kind that has a feed, with an edit and the entry it causes. */
const FOLLOWED: readonly [path: string, edit: Edit, content: string][] = [
  [
    "suburb/10002",
    ["suburb_demographics.csv", ",6.1,5120,38,", ",6.1,5130,38,"],
    "population: 5120, now 5130",
  ],
  ["council/10050", ["lga.csv", ",41200,", ",41300,"], "population: 41200, now 41300"],
  [
    "series/cpi.index.all_groups.aus",
    ["economic_observations.csv", "2026-06-01,142.0", "2026-06-01,142.5"],
    "2026-06-01: 142, now 142.5",
  ],
  ["stock/ZZA", ["dividends.csv", ",0.062,", ",0.065,"], "amount_per_share: 0.062, now 0.065"],
  [
    "member/bea-sample",
    ["politicians.csv", "Bea Sample", `"${HOSTILE.replaceAll('"', '""')}"`],
    `display_name: Bea Sample, now ${HOSTILE}`,
  ],
];
const root = sharedDirectory("feeds");
const dataDir = join(root, "data");
const ids: string[] = [];

const serving = opened(async () => {
  await shareKept(dataDir);
  const edits = FOLLOWED.map(([, edit]) => edit);
  const listing: Edit = ["property_listings.ndjson", '"price":1150000', '"price":1120000'];
  for (const some of [[], edits.slice(0, 2), [...edits, listing]]) {
    ids.push(await publishEdits(root, dataDir, some));
  }
  return serveCountry(dataDir, { monotonicMs: steppingClock(), config: { webUrl: `${WEB}/` } });
});

const { get, text: textOf, expectAnswers } = asking(serving);

/** The feed as a feed reader parses it, after checks by libxml of what RFC 4287 requires. */
async function read(path: string) {
  const text = await textOf(path);
  using document = XmlDocument.fromString(text);
  const namespaces = { a: "http://www.w3.org/2005/Atom" };
  const count = (xpath: string) => document.find(xpath, namespaces).length;
  expect(count("/a:feed[a:id and a:title and a:updated and a:author/a:name]")).toBe(1);
  expect(count("/a:feed/a:link[@rel='self' and @href]")).toBe(1);
  const entries = count("/a:feed/a:entry");
  const whole = "a:id and a:title and a:updated and a:content and a:link[@rel='alternate']";
  expect(count(`/a:feed/a:entry[${whole}]`)).toBe(entries);
  const feed = parseAtomFeed(text);
  const names = [feed.id, ...(feed.entries ?? []).map(({ id }) => id)];
  expect(new Set(names).size).toBe(names.length);
  for (const name of names)
    expect(name).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  return feed;
}

describe("GET /feeds", () => {
  it("has an entry a publication that changed the thing, with old and new figure", async () => {
    for (const [path, , content] of FOLLOWED) {
      const { entries = [], links = [] } = await read(`/feeds/${path}.atom`);
      expect(entries.map(({ content }) => content?.value).join("\n")).toContain(content);
      expect(entries).toHaveLength(1);
      expect(links[0]).toMatchObject({ rel: "self", href: `${WEB}/feeds/${path}.atom` });
      const id = /^(council|suburb)/.test(path) ? ids[1] : ids[2];
      expect(entries[0].links?.[0].href).toContain(`${WEB}/at/${id}/`);
      const related = entries[0].links?.[1].href?.replace(WEB, serving.url) ?? "";
      const { changes } = (await (await fetch(related)).json()) as { changes: { key: string }[] };
      expect(changes.length).toBeGreaterThan(0);
      expect(new Set(changes.map(({ key }) => key))).toEqual(new Set([path.split("/")[1]]));
    }
    expect((await read("/feeds/suburb/10002.atom")).title?.value).toContain("Brindle Bay");
  });

  it("tells of all publications together, the newest first", async () => {
    const { entries = [] } = await read("/feeds/changes.atom");
    expect(entries.map(({ links }) => links?.[0].href)).toEqual([
      `${WEB}/at/${ids[2]}/`,
      `${WEB}/at/${ids[1]}/`,
    ]);
    expect(entries[0].content?.value).toMatch(/council: \d|series: \d/);
    expect(Date.parse(entries[0].updated!)).toBeGreaterThanOrEqual(Date.parse(entries[1].updated!));
  });

  it("ends with the snapshot of its address", async () => {
    expect((await read(`/at/${ids[1]}/feeds/changes.atom`)).entries).toHaveLength(1);
    expect((await read(`/at/${ids[0]}/feeds/changes.atom`)).entries ?? []).toEqual([]);
    const { links = [] } = await read(`/at/${ids[1]}/feeds/council/10050.atom`);
    expect(links[0].href).toBe(`${WEB}/at/${ids[1]}/feeds/council/10050.atom`);
  });

  it("is not sent again to a caller that has its date", async () => {
    const path = "/feeds/council/10050.atom";
    const { headers } = await get(path);
    const again = await get(path, { "if-modified-since": headers.get("last-modified")! });
    expect([again.status, again.headers.get("etag")]).toEqual([304, headers.get("etag")]);
  });

  it("names the nearest of what it does not have", async () => {
    const rows = [
      ["council/10060.atom", '"10050"'],
      ["series/cpi.index.all_group.aus.atom", '"cpi.index.all_groups.aus"'],
      ["member/bea-sampel.atom", '"bea-sample"'],
      ["suburb/ .atom", "no suburb"],
      ["house/1.atom", "suburb, council, series, stock, member"],
      ["__proto__/1.atom", "there are suburb"],
      ["stock/ZZA.rss", "ends with .atom"],
    ] as const;
    await expectAnswers(rows.map(([path, words]) => [`/feeds/${path}`, 404, words]));
  });

  it("is named by the page of the same thing", async () => {
    const link = (await get("/suburb/10002?interactive")).headers.get("link");
    expect(link).toContain('</feeds/suburb/10002.atom>; rel="alternate"; type="application/atom+xml"');
  });

  it("tells nothing that a switch withholds, from that moment on", async () => {
    const all = "/feeds/changes.atom";
    const { headers } = await get(all);
    expect((await read(all)).entries?.[0].content?.value).toMatch(/listing: \d+\n?|member: 1/);
    await writeFile(switchesFile(dataDir), JSON.stringify({ dropListings: false, interestRegister: false }));
    expect((await get("/feeds/member/bea-sample.atom")).status).toBe(404);
    expect((await read(all)).entries?.[0].content?.value).not.toMatch(/listing|member/);
    for (const held of [
      { "if-none-match": headers.get("etag")! },
      { "if-modified-since": headers.get("last-modified")! },
    ]) {
      expect((await get(all, held)).status).toBe(200);
    }
    await writeFile(switchesFile(dataDir), "{}");
  });
});
