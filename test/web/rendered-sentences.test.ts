import { describe, expect, it } from "vitest";
import { createTerraceClient } from "../../src/client.ts";
import { sentencesOf } from "../../src/web/rendered/sentences.ts";
import { openSite } from "../../src/web/rendered/site.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { sharedAustralia, sharedExample } from "../support/country/shared-country.ts";
import { opened } from "../support/run/fixtures.ts";
import { inForm, isDeepRun } from "../support/run/test-form.ts";

const countries = [
  ["the example", sharedExample],
  ...(isDeepRun ? ([["data/australia", sharedAustralia]] as const) : []),
] as const;

describe.each(countries)("rendered suburbs of %s", (_name, country) => {
  const serving = opened(async () => serveCountry((await country()).dataDir));
  const site = opened(() =>
    openSite({
      client: createTerraceClient({ baseUrl: serving.url }),
      outlines: (codes) => codes.map(() => null),
      keys: async () => [],
      sources: [],
    }),
  );

  const suburbs = () => site.index.salCodes.map((_, position) => position);

  it("have an address each, which does not depend on the order of the others", () => {
    const { paths } = site.suburbs;
    expect(new Set(paths).size).toBe(site.index.salCodes.length);
    const isAddress = (path: string) => /^\/suburbs\/[a-z]{2,3}\/[a-z0-9]+(-[a-z0-9]+)*$/.test(path);
    expect(paths.filter((path, i) => !isAddress(path) || site.suburbs.positionAt(path) !== i)).toEqual([]);
  });

  it("are described by figures that they have, in words that are their own", () => {
    const faults: unknown[] = [];
    const texts = suburbs().map((position) => {
      const sentences = sentencesOf(site, position);
      // Only the income occurs twice: its rank in the state, then a comparison with the country.
      const keys = sentences.flatMap((one) => one.keys).filter((key) => key !== "income");
      if (sentences.length > 4 || new Set(keys).size < keys.length) faults.push(sentences);
      for (const { text, keys } of sentences) {
        const isText = /^[A-Z0-9].*\.$/.test(text);
        const hasHole = /\b(undefined|NaN|null|no data|Infinity)\b| {2}/.test(text);
        const isOwn = keys.every((key) => site.valueOf(key, position) !== undefined);
        if (!isText || hasHole || !isOwn) faults.push({ position, text, keys });
      }
      return sentences.map(({ text }) => text).join(" ");
    });
    expect(faults).toEqual([]);
    expect(texts.filter((text) => text.split(/[.;:] /).length >= 3).length).toBeGreaterThan(
      texts.length * 0.9,
    );
    // Suburbs of a state that share a name are distinguished by their figures.
    expect(new Set(texts).size).toBeGreaterThan(texts.length * 0.99);
  });

  it("have the places that a count of larger values gives, and sentences that keep to them", () => {
    const { stateCodes } = site.index;
    const count = inForm({ short: 100, deep: 600, long: 3000 });
    const step = Math.max(1, Math.floor(stateCodes.length / count));
    const sampled = suburbs()
      .filter((position) => position % step === 0)
      .map((position) => ({ position, sentences: sentencesOf(site, position) }));
    // Only places with 200 residents, and for prices 10 sales where published, are ranked.
    const base = site.column("population")!;
    const sales = site.column("sales_12m");
    for (const key of ["population", "income", "age", "pct_rented", "pct_flat_apartment", "price"]) {
      const column = site.column(key);
      if (column === undefined) continue;
      const isRanked = (i: number) =>
        column.at(i) !== undefined &&
        (key === "population" ||
          ((base.at(i) ?? 0) >= 200 && (key !== "price" || (sales?.at(i) ?? 10) >= 10)));
      const ranked = suburbs().filter(isRanked);
      const valuesOf = (positions: readonly number[]) => positions.map((i) => column.at(i)!);
      const [all, byState] = [valuesOf(ranked), Map.groupBy(ranked, (i) => stateCodes[i])];
      const states = new Map([...byState].map(([state, positions]) => [state, valuesOf(positions)]));
      const counted = (values: readonly number[], value: number) => ({
        place: 1 + values.filter((other) => other > value).length,
        same: values.filter((other) => other === value).length,
        of: values.length,
      });
      const ranks = site.ranks(key)!;
      for (const { position, sentences } of sampled) {
        const value = isRanked(position) ? column.at(position) : undefined;
        const own = value === undefined ? undefined : counted(states.get(stateCodes[position])!, value);
        expect([key, ranks.inCountry(position), ranks.inState(position)]).toEqual([
          ...[key, value === undefined ? undefined : counted(all, value), own],
        ]);
        for (const { text, keys } of sentences) {
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
