import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTerraceClient } from "../../src/client.ts";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { sentencesOf } from "../../src/web/rendered/sentences.ts";
import { Site } from "../../src/web/rendered/site.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { sharedAustralia, sharedExample } from "../support/country/shared-country.ts";
import { inForm, isDeepRun } from "../support/run/test-form.ts";

const countries = [
  ["the example", sharedExample],
  ...(isDeepRun ? ([["data/australia", sharedAustralia]] as const) : []),
] as const;

describe.each(countries)("rendered suburbs of %s", (_name, country) => {
  let serving: Serving;
  let site: Site;
  beforeAll(async () => {
    serving = await serveCountry((await country()).dataDir);
    const client = createTerraceClient({ baseUrl: serving.url });
    site = await Site.open({
      client,
      outlines: (codes) => codes.map(() => null),
      keys: async () => [],
      sources: [],
    });
  }, 900_000);
  afterAll(() => serving.close());

  const suburbs = () => site.index.salCodes.map((_, position) => position);

  it("have an address each, which does not depend on the order of the others", () => {
    const { paths } = site.suburbs;
    expect(new Set(paths).size).toBe(site.index.salCodes.length);
    for (const path of paths) expect(path).toMatch(/^\/suburbs\/[a-z]{2,3}\/[a-z0-9]+(-[a-z0-9]+)*$/);
    for (const i of suburbs()) expect(site.suburbs.positionAt(paths[i])).toBe(i);
  });

  it("are described by figures that they have, in words that are their own", () => {
    const texts = suburbs().map((position) => {
      const sentences = sentencesOf(site, position);
      expect(sentences.length).toBeLessThanOrEqual(4);
      // Only the income is compared with the country's after its place in the state.
      const keys = sentences.flatMap((one) => one.keys).filter((key) => key !== "income");
      expect(keys).toEqual([...new Set(keys)]);
      for (const { text, keys } of sentences) {
        expect(text).toMatch(/^[A-Z0-9].*\.$/);
        expect(text).not.toMatch(/\b(undefined|NaN|null|no data|Infinity)\b| {2}/);
        for (const key of keys) expect([key, site.valueOf(key, position)]).not.toContain(undefined);
      }
      return sentences.map(({ text }) => text).join(" ");
    });
    expect(texts.filter((text) => text.split(/[.;:] /).length >= 3).length).toBeGreaterThan(
      texts.length * 0.9,
    );
    // Names that two suburbs of a state share are told apart by their figures.
    expect(new Set(texts).size).toBeGreaterThan(texts.length * 0.99);
  });

  it("have the places that a count of larger values gives, and sentences that keep to them", () => {
    const step = Math.max(
      1,
      Math.floor(site.index.salCodes.length / inForm({ short: 100, deep: 600, long: 3000 })),
    );
    // Ranked are those with 200 residents, and of prices those with 10 sales, where these are published.
    const base = site.column("population")!;
    const sales = site.column("sales_12m");
    for (let position = 0; position < site.index.salCodes.length; position += step) {
      const state = site.index.stateCodes[position];
      for (const key of ["population", "income", "age", "pct_rented", "pct_flat_apartment", "price"]) {
        const column = site.column(key);
        if (column === undefined) continue;
        const isEnough = (i: number) =>
          key === "population" ||
          ((base.at(i) ?? 0) >= 200 && (key !== "price" || (sales?.at(i) ?? 10) >= 10));
        const counted = (isIn: (i: number) => boolean) => {
          const others = suburbs().filter((i) => isIn(i) && column.at(i) !== undefined && isEnough(i));
          if (!others.includes(position)) return undefined;
          const value = column.at(position)!;
          return {
            place: 1 + others.filter((i) => column.at(i)! > value).length,
            same: others.filter((i) => column.at(i)! === value).length,
            of: others.length,
          };
        };
        const ranks = site.ranks(key)!;
        expect([key, ranks.inCountry(position)]).toEqual([key, counted(() => true)]);
        const own = counted((i) => site.index.stateCodes[i] === state);
        expect([key, ranks.inState(position)]).toEqual([key, own]);
        for (const { text, keys } of sentencesOf(site, position)) {
          const [, nth, way, of] =
            /the (?:([\d,]+)(?:st|nd|rd|th) )?(most|highest|lowest) of ([\d,]+) suburbs/.exec(text) ?? [];
          if (way === undefined || keys[0] !== key || own === undefined) continue;
          const place = Number((nth ?? "1").replaceAll(",", ""));
          expect(Number(of.replaceAll(",", ""))).toBe(own.of);
          expect(place).toBe(way === "lowest" ? own.of - own.place + 1 : own.place);
        }
      }
    }
  });
});
