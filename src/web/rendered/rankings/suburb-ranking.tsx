import { groupedMetrics } from "../../data/metric-groups.ts";
import { valueText } from "../../parts/format.ts";
import { councilPath, namesOf, placeNameOf } from "../addresses.ts";
import { councilsOf } from "../councils/councils.ts";
import type { PageModel } from "../page-model.ts";
import type { Metric, Site } from "../site.ts";
import { CLASSES, MapLegend, RankingMap } from "./map.tsx";
import { type Ranking, rankedMetrics, rankingOf, type Scope } from "./ranking.ts";
import { MIN_RANKED, type RankingAddress, rankingPath } from "./ranking-address.ts";
import { NO_FIGURE, rankingModel } from "./ranking-view.tsx";
import { belowText, conditionOf, floorText, isNational, isRankable } from "./rules.ts";

/** Map of the suburbs of a scope by a metric; null if too few are ranked. */
export function suburbMap(site: Site, metric: Metric, scope: Scope, placeName: string) {
  const ranking = rankingOf(site, metric, scope, false);
  if (ranking.positions.length < MIN_RANKED) return null;
  return (
    <figure class="ranking-figure">
      {drawnMap(site, metric, ranking, placeName)}
      <MapLegend
        steps={[
          [0, "highest fifth"],
          [CLASSES - 1, "lowest fifth"],
        ]}
      />
    </figure>
  );
}

function drawnMap(site: Site, metric: Metric, ranking: Ranking, placeName: string) {
  const { key, label, unit } = metric;
  const { positions, places, leftOut } = ranking;
  const { values } = site.column(key)!;
  const name = (position: number) => namesOf(site.index.salNames[position]).name;
  const suburbs = () => [
    ...leftOut.map((position) => ({
      position,
      colour: -1,
      title: () => `${name(position)}: not ranked`,
    })),
    ...positions.map((position, i) => ({
      position,
      colour: Math.floor((CLASSES * (places[i] - 1)) / positions.length),
      title: () => `${places[i]}. ${name(position)}: ${valueText(values[position], unit)}`,
    })),
  ];
  return <RankingMap site={site} suburbs={suburbs} label={`${label}, ${placeName}, by suburb`} />;
}

export async function suburbRanking(site: Site, address: RankingAddress): Promise<PageModel | undefined> {
  const { stateCode, isLowestFirst } = address;
  const metric = site.metrics.get(address.metric);
  if (metric === undefined || !isRankable(metric)) return undefined;
  if (stateCode === "AU" && !isNational(metric)) return undefined;
  const councils = await councilsOf(site);
  const council = address.council === "" ? undefined : councils.at(councilPath(stateCode, address.council));
  if (address.council !== "" && council === undefined) return undefined;
  const scope = { stateCode, councilCode: council?.code ?? "" };
  const ranking = rankingOf(site, metric, scope, isLowestFirst);
  if (ranking.positions.length < MIN_RANKED) return undefined;
  // Councils that have rankings of their own suburbs.
  const inState = council === undefined ? councils.all.filter((one) => one.stateCode === stateCode) : [];
  const { key, label, unit } = metric;
  const { positions, places, floors, total, missed } = ranking;
  const { councils: councilNames, stateCodes } = site.index;
  const nameAt = (position: number) => namesOf(site.index.salNames[position]).name;
  const placeName = council?.name ?? placeNameOf(stateCode);
  const all = rankedMetrics(site);
  const ranked = all.find((one) => one.key === key)?.stateCodes ?? [];
  const group = groupedMetrics(all).find(({ metrics }) => metrics.some((one) => one.key === key));
  const inside = [...positions, ...ranking.leftOut];
  const others = (group?.metrics ?? []).filter(
    (one) =>
      one.key !== key &&
      one.stateCodes.includes(stateCode) &&
      (council === undefined || inside.filter(one.isRanked).length >= MIN_RANKED),
  );
  const known = ranked.filter((code) => code !== "AU");
  const byCouncil = Map.groupBy(positions, (position) => site.valueOf("lga_code", position));
  const condition = conditionOf(metric, floors, council?.code);
  const sort = `${isLowestFirst ? "" : "-"}${key}`;
  const shown = [key, ...floors.map((floor) => floor.key)];
  return rankingModel({
    address,
    things: "suburbs",
    label,
    unit,
    placeName,
    total,
    count: positions.length,
    row: (i) => ({
      place: places[i],
      name: nameAt(positions[i]),
      path: site.suburbs.paths[positions[i]],
      value: site.column(key)!.values[positions[i]],
    }),
    extra: [
      ...(council === undefined ? [["Council", (i: number) => councilNames[positions[i]]] as const] : []),
      ...(stateCode === "AU" ? [["State", (i: number) => stateCodes[positions[i]]] as const] : []),
      ...floors.map((floor) => {
        const base = site.column(floor.key)!;
        return [site.metrics.get(floor.key)!.label, (i: number) => base.at(positions[i])] as const;
      }),
    ],
    rules: [
      ...(floors.length === 0 ? [] : [`Includes suburbs with ${floors.map(floorText).join(" and with ")}.`]),
      ...(stateCode === "AU" && known.length < new Set(stateCodes).size
        ? [`Data is available for ${known.map(placeNameOf).join(" and ")} only.`]
        : []),
      ...derivationOf(metric),
    ],
    leftOut: [NO_FIGURE, ...floors.map(belowText)].map((why, i) => ({ why, count: missed[i] })),
    sources: site.sourcesOf([key]),
    // Later pages show only the rest of the table.
    ...(address.page === 1 && { map: drawnMap(site, metric, ranking, placeName) }),
    csv: `/v1/suburbs/${stateCode}.csv?${new URLSearchParams({ metrics: shown.join(","), where: condition, sort: `${sort},sal_name` })}`,
    explore: `/?${new URLSearchParams({ in: stateCode, by: key, where: condition, sort, columns: shown.join(","), show: "table" })}`,
    stateCodes: ranked,
    more: [
      {
        title: `Other rankings: ${group?.title.toLowerCase()}`,
        links: others.map((one) => ({
          name: one.label,
          path: rankingPath({ metric: one.key, stateCode, council: address.council }),
        })),
      },
      {
        title: `${label} by council`,
        links: inState
          .filter(({ code }) => (byCouncil.get(Number(code))?.length ?? 0) >= MIN_RANKED)
          .map(({ name: title, slug }) => ({
            name: title,
            path: rankingPath({ metric: key, stateCode, council: slug }),
          })),
      },
    ].filter(({ links }) => links.length > 0),
  });
}

/** How the figure is derived; empty if it is simply the published one. */
function derivationOf({ label, derivation }: Metric): string[] {
  const text = derivation.replace(/^stored (value|rate)(; )?/, "").replaceAll(/\bnull\b/g, "no figure");
  return text === "" ? [] : [`${label}: ${text}.`];
}
