import { reachDays } from "../../charts/align-lines.ts";
import { formatCount, formatMoney, formatMonth, formatNumber, valueText } from "../../parts/format.ts";
import { type Column, known, Section, To } from "../../parts/section.tsx";
import { PREFERRED } from "../../view/preferences.ts";
import { councilPath, crumbsTo, namesOf, stateName, statePath } from "../addresses.ts";
import { LineSvg } from "../charts.tsx";
import { drawOutline, outlinesAt } from "../outline.ts";
import type { Figure, PageModel } from "../page-model.ts";
import { Figures, Lead, Listed, plainFigure, SuburbLink } from "../parts.tsx";
import { rankedMetrics } from "../rankings/ranking.ts";
import { MIN_RANKED, rankingPath } from "../rankings/ranking-address.ts";
import { Links } from "../rankings/ranking-view.tsx";
import { suburbMap } from "../rankings/suburb-ranking.tsx";
import { type Site, uniqueById } from "../site.ts";
import { type Council, type Councils, councilsOf, type Profile } from "./councils.ts";
import { COUNCILS_PATH, CouncilTable } from "./councils-page.tsx";

const MAX_COLUMNS = 6;
const MAX_SERIES = 3;
/** More outlines around a council would be large and show little. */
const MAX_AROUND = 400;

export async function councilPage(
  site: Site,
  state: string,
  address: string,
): Promise<PageModel | undefined> {
  const councils = await councilsOf(site);
  const council = councils.at(councilPath(state, address));
  if (council === undefined) return undefined;
  const { code, name, slug, stateCode, path } = council;
  const profile = (await site.client.housing.getCouncilProfile({ stateCode, slug })).profile!;
  const figures = figuresOf(site, councils, council);
  const sentences = sentencesOf(council, profile, figures);
  const suburbs = profile.suburbs.flatMap((suburb) => {
    const position = site.index.positionOf(suburb.salCode);
    return position < 0 ? [] : [{ ...suburb, position }];
  });
  const inside = positionsIn(site, [council]);
  const columns = PREFERRED.columns
    .filter((key) => suburbs.some(({ position }) => site.valueOf(key, position) !== undefined))
    .slice(0, MAX_COLUMNS);
  const metrics = rankedMetrics(site).filter(
    ({ stateCodes, isRanked }) =>
      stateCodes.includes(stateCode) && inside.filter(isRanked).length >= MIN_RANKED,
  );
  const mapped = PREFERRED.colours
    .map((key) => metrics.find((one) => one.key === key)?.metric)
    .find((metric) => metric !== undefined);
  const near = profile.neighbours.flatMap(({ lgaCode }) => councils.of(lgaCode) ?? []);
  const around = positionsIn(site, near);
  const nearby = around.length > MAX_AROUND ? [] : around;
  const outline = drawOutline(outlinesAt(site, inside).flat(), outlinesAt(site, nearby).flat());
  const cited = councils.measures.flatMap(({ table, column }) => site.sourcesOfColumn(table, column));
  cited.push(...site.sourcesOf([...columns, ...(mapped ? [mapped.key] : [])]));
  const drawn = profile.series.slice(0, MAX_SERIES).filter(({ points }) => points.length > 1);
  const chart = drawn.length > 0 && (
    <Section title="Over time" kind="charts">
      {drawn.map(({ measure, unit, frequency, points }) => (
        <LineSvg
          title={measureName(measure)}
          points={points}
          when={({ period, periodLabel }) => (frequency === "annual" ? periodLabel : formatMonth(period))}
          mostGapDays={reachDays(frequency)}
          format={(value) => (unit === "AUD" ? formatMoney(value, true) : formatNumber(value))}
        />
      ))}
    </Section>
  );
  const map = mapped && suburbMap(site, mapped, { stateCode, councilCode: code }, name);
  return {
    kind: "council",
    key: `${stateCode}/${slug}`,
    path,
    name,
    figures,
    outline,
    title: `${name}, council in ${stateName(stateCode)}`,
    description: sentences,
    crumbs: crumbsTo([stateName(stateCode), statePath(stateCode)], [name, path]),
    sources: uniqueById(cited),
    ...(council.place && { place: council.place }),
    feed: `/feeds/council/${code}.atom`,
    parts: { chart },
    body: (
      <>
        <Lead
          sentences={sentences}
          outline={outline}
          name={name}
          where={
            <>
              One of the <To path={COUNCILS_PATH}>councils</To> of{" "}
              <To path={statePath(stateCode)}>{stateName(stateCode)}</To>
            </>
          }
        />
        <Figures figures={figures} scope={stateCode} of="councils" />
        {mapped && (
          <Section
            title={
              <To path={rankingPath({ metric: mapped.key, stateCode, council: slug })}>
                {mapped.label} by suburb
              </To>
            }
          >
            {map}
          </Section>
        )}
        {chart}
        {near.length > 0 && (
          <CouncilTable title="Compared with its neighbours" councils={[council, ...near]} own={council} />
        )}
        <Listed
          title="Suburbs"
          rows={suburbs}
          columns={[
            [
              "Suburb",
              ({ position, dominant }) => (
                <>
                  <SuburbLink site={site} position={position} />
                  {!dominant && " (part)"}
                </>
              ),
            ],
            ...columns.map((key): Column<(typeof suburbs)[number]> => {
              const { label, unit } = site.metrics.get(key)!;
              return [
                label,
                ({ position }) => known(site.valueOf(key, position), (value) => valueText(value, unit)),
                "number",
              ];
            }),
          ]}
        />
        {metrics.length > 0 && (
          <Section title="Its suburbs ranked">
            <Links
              links={metrics.map(({ key, label }) => ({
                name: label,
                path: rankingPath({ metric: key, stateCode, council: slug }),
              }))}
            />
          </Section>
        )}
      </>
    ),
  };
}

function figuresOf(site: Site, councils: Councils, council: Council): Figure[] {
  return councils.measures.flatMap((measure) => {
    const { key, label, unit, table, column } = measure;
    const value = council.values.get(key);
    if (value === undefined) return [];
    const rank = (stateCode: string) => councils.rank(council, measure, stateCode);
    const figure = { key, label, unit, value, text: valueText(value, unit) };
    const ranks = { inState: rank(council.stateCode), inCountry: rank("AU") };
    return { ...plainFigure(figure, site.sourcesOfColumn(table, column)), ...ranks };
  });
}

function sentencesOf(council: Council, profile: Profile, figures: readonly Figure[]): string {
  const [residents, area, density, income, rent] = ["population", "area", "density", "income", "rent"].map(
    (key) => figures.find((one) => one.key === `council_${key}`),
  );
  const state = stateName(council.stateCode);
  const bordering = profile.neighbours.filter(({ sharesBorder, slug }) => sharesBorder && slug !== "");
  const former = profile.council?.formerName;
  const largest = profile.suburbs[0]?.salName;
  const texts = [
    residents &&
      `${council.name}${former ? `, formerly ${former},` : ""} has ${formatCount(residents.value)} residents${area ? ` on ${area.text}` : ""}.`,
    density?.inState &&
      `With ${density.text} it ranks ${formatCount(density.inState.place)} of ${formatCount(density.inState.of)} councils in ${state} by population density.`,
    income &&
      `The median household income is ${income.text}${rent ? ` and the median rent is ${rent.text}` : ""}.`,
    largest && `Of its suburbs ${namesOf(largest).name} has the most residents.`,
    bordering.length > 0 && `It borders on ${listed(bordering.map(({ displayName }) => displayName))}.`,
  ];
  return texts.filter(Boolean).slice(0, 4).join(" ");
}

const MAX_NAMES = 6;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  if (more > 0) return `${names.slice(0, MAX_NAMES).join(", ")} and ${more} others`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const measureName = (measure: string) =>
  ({ erp: "Residents", dwelling_approvals_total: "Dwellings approved" })[measure] ??
  measure.charAt(0).toUpperCase() + measure.slice(1).replaceAll("_", " ");

/** Positions of the suburbs that lie mostly in one of the councils. */
function positionsIn(site: Site, councils: readonly Council[]): number[] {
  const codes = new Set(councils.map(({ code }) => Number(code)));
  const column = site.column("lga_code");
  return site.index.salCodes.flatMap((_, position) =>
    codes.has(column?.at(position) ?? -1) ? [position] : [],
  );
}
