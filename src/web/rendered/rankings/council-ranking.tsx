import { valueText } from "../../parts/format.ts";
import { placeNameOf, STATES } from "../addresses.ts";
import { type Council, type Councils, councilsOf, type Measure } from "../councils/councils.ts";
import type { PageModel } from "../page-model.ts";
import type { Site } from "../site.ts";
import { CLASSES, RankingMap } from "./map.tsx";
import { MIN_RANKED, type RankingAddress, rankingPath } from "./ranking-address.ts";
import { NO_FIGURE, rankingModel } from "./ranking-view.tsx";

/** Scopes in which councils are ranked by a measure: the country, and states with several councils. */
export function councilPlaces(councils: Councils, measure: string): string[] {
  return ["AU", ...STATES.map(([code]) => code)].filter(
    (code) => councils.ordered(measure, code).length >= MIN_RANKED,
  );
}

/** Map of suburbs, each in the colour of its council, by the council's rank. */
function councilMap(
  site: Site,
  { key, label, unit }: Measure,
  ordered: readonly Council[],
  places: ReadonlyMap<number, number>,
  stateCode: string,
) {
  const councilOf = new Map(ordered.map((council) => [Number(council.code), council]));
  const suburbs = (state: string, position: number) => {
    if (stateCode !== "AU" && state !== stateCode) return [];
    const council = councilOf.get(site.valueOf("lga_code", position) ?? -1);
    if (council === undefined)
      return [{ position, colour: -1, title: () => `${site.index.councils[position]}: not ranked` }];
    const value = council.values.get(key)!;
    const place = places.get(value)!;
    const colour = Math.floor((CLASSES * (place - 1)) / ordered.length);
    return [{ position, colour, title: () => `${place}. ${council.name}: ${valueText(value, unit)}` }];
  };
  return (
    <RankingMap
      site={site}
      label={`${label}, ${placeNameOf(stateCode)}, by council`}
      suburbs={() => site.index.stateCodes.flatMap(suburbs)}
    />
  );
}

export async function councilRanking(site: Site, address: RankingAddress): Promise<PageModel | undefined> {
  const { stateCode, isLowestFirst } = address;
  const councils = await councilsOf(site);
  const measure = councils.ranked.find(({ key }) => key === address.metric);
  if (measure === undefined || address.council !== "") return undefined;
  const { key, label, unit, field } = measure;
  const ordered = councils.ordered(key, stateCode, isLowestFirst);
  if (ordered.length < MIN_RANKED) return undefined;
  const total = councils.all.filter((one) => stateCode === "AU" || one.stateCode === stateCode).length;
  const value = (council: Council) => council.values.get(key)!;
  const firstOf = new Map<number, number>();
  for (const [i, council] of ordered.entries())
    if (!firstOf.has(value(council))) firstOf.set(value(council), i + 1);
  return rankingModel({
    address,
    things: "councils",
    label,
    unit,
    total,
    placeName: placeNameOf(stateCode),
    count: ordered.length,
    row: (i) => {
      const { name, path } = ordered[i];
      return { place: firstOf.get(value(ordered[i]))!, name, path, value: value(ordered[i]) };
    },
    extra: stateCode === "AU" ? [["State", (i) => ordered[i].stateCode]] : [],
    rules: ["Includes councils and unincorporated areas of every size."],
    leftOut: [{ why: NO_FIGURE, count: total - ordered.length }],
    sources: site.sourcesOfColumn(measure.table, measure.column),
    // Later pages show only the rest of the table.
    ...(address.page === 1 && { map: councilMap(site, measure, ordered, firstOf, stateCode) }),
    csv: `/v1/councils/${stateCode}.csv?${new URLSearchParams({ metrics: field, where: `${field} is known`, sort: `${isLowestFirst ? "" : "-"}${field},display_name` })}`,
    stateCodes: councilPlaces(councils, key),
    more: [
      {
        title: "Other rankings of councils",
        links: councils.ranked
          .filter((one) => one !== measure && councils.ordered(one.key, stateCode).length >= MIN_RANKED)
          .map((one) => ({ name: one.label, path: rankingPath({ metric: one.key, stateCode }) })),
      },
    ],
  });
}
