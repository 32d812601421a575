import { formatCount, joined, valueText } from "../parts/format.ts";
import { type Column, Section, To } from "../parts/section.tsx";
import { PREFERRED } from "../view/preferences.ts";
import { COUNTRY_PATH, crumbsTo, namesOf, STATES, stateName, statePath } from "./addresses.ts";
import { BarsSvg } from "./charts.tsx";
import { type Council, councilsOf } from "./councils/councils.ts";
import { CouncilTable } from "./councils/councils-page.tsx";
import type { PageModel } from "./page-model.ts";
import { Figures, Lead, Listed, plainFigure, Suburbs } from "./parts.tsx";
import type { Site } from "./site.ts";

const COUNTRY = "AU";
const MAX_SUBURBS = 25;
const MAX_BARS = 12;

const residentsOf = ({ values }: Council) => values.get("council_population") ?? 0;
const byResidents = (councils: readonly Council[]) =>
  [...councils].sort((a, b) => residentsOf(b) - residentsOf(a));
const barsOf = (counts: readonly (readonly [label: string, value: number])[]) =>
  counts.map(([label, value]) => ({ label, bars: [{ value, text: formatCount(value) }] }));
/** Figures whose median suburb means nothing. */
const LEFT_OUT = ["population", "seifa_irsad_decile_aus"];

const STATE_FIGURES = [
  ["Residents", "population"],
  ["Suburbs", "suburbs"],
  ["Councils", "councils"],
  ["Household income a week, median suburb", "income"],
] as const;

/** What pages of states and the country share: sums over suburbs, and the median suburb of each figure. */
async function regionOf(site: Site, scope: string) {
  const { stateCodes } = site.index;
  const described = await site.client.explorer.describeMetrics({ stateCode: scope });
  const positions = site.index.salCodes
    .map((_, i) => i)
    .filter((i) => scope === COUNTRY || stateCodes[i] === scope);
  const residents = positions.reduce((sum, i) => sum + (site.valueOf("population", i) ?? 0), 0);
  const largest = [...positions]
    .sort((a, b) => (site.valueOf("population", b) ?? 0) - (site.valueOf("population", a) ?? 0))
    .slice(0, MAX_SUBURBS);
  const councils = (await councilsOf(site)).all.filter(
    ({ stateCode }) => scope === COUNTRY || stateCode === scope,
  );
  const metrics = new Map(described.metrics.map((metric) => [metric.key, metric]));
  const middles = PREFERRED.figures.flatMap((key) => {
    const metric = metrics.get(key);
    const value = metric?.quantiles?.p50;
    // A figure of few suburbs does not describe the region.
    if (metric === undefined || value === undefined || metric.dataCount < metric.totalCount / 5) return [];
    if (LEFT_OUT.includes(key)) return [];
    const { unit, label, sourceIds } = metric;
    return plainFigure(
      { key, value, unit, label: `${label}, median suburb`, text: valueText(value, unit) },
      sourceIds.flatMap((id) => site.sources.get(id) ?? []),
    );
  });
  const origin = site.sourcesOf(["population"]);
  const counted = (key: string, label: string, value: number) =>
    plainFigure({ key, label, value, unit: "count", text: formatCount(value) }, origin);
  const figures = [
    counted("population", "Residents of its suburbs", residents),
    counted("suburbs", "Suburbs", positions.length),
    ...(councils.length > 0 ? [counted("councils", "Councils", councils.length)] : []),
    ...middles,
  ];
  const income = middles.find(({ key }) => key === "income");
  const age = middles.find(({ key }) => key === "age");
  const name = scope === COUNTRY ? "Australia" : stateName(scope);
  const [top] = largest;
  const sentences = joined(
    [
      `${name} has ${formatCount(residents)} residents in ${formatCount(positions.length)} suburbs and localities${councils.length > 0 ? ` and ${formatCount(councils.length)} councils` : ""}.`,
      top !== undefined &&
        `The largest is ${namesOf(site.index.salNames[top]).name} with ${formatCount(site.valueOf("population", top) ?? 0)} residents.`,
      income && `In the median suburb the household income is ${income.text}.`,
      age && `Half of the suburbs have a median age of ${age.text} or more.`,
    ],
    " ",
  );
  const sources = site.sourcesOf(["population", ...middles.map(({ key }) => key)]);
  return { name, largest, councils, figures, sentences, sources, residents };
}

export async function statePage(site: Site, code: string): Promise<PageModel | undefined> {
  if (!site.index.stateCodes.includes(code)) return undefined;
  const { name, largest, councils, figures, sentences, sources } = await regionOf(site, code);
  const path = statePath(code);
  const isOne = councils.length < 2;
  const bars = isOne
    ? largest.map((i) => [namesOf(site.index.salNames[i]).name, site.valueOf("population", i) ?? 0] as const)
    : byResidents(councils).map((council) => [council.name, residentsOf(council)] as const);
  const chart = (
    <Section title="Charts" kind="charts">
      <BarsSvg
        title={`Residents of its largest ${isOne ? "suburbs" : "councils"}`}
        heads={[isOne ? "Suburb" : "Council", "Residents"]}
        rows={barsOf(bars.slice(0, MAX_BARS))}
      />
    </Section>
  );
  return {
    kind: "state",
    key: code,
    path,
    name,
    figures,
    sources,
    title: `${name}: suburbs and councils`,
    description: sentences,
    crumbs: crumbsTo([name, path]),
    parts: { chart },
    body: (
      <>
        <Lead sentences={sentences} actions={[[`/?in=${code}`, "Open in Explore"]]} />
        <Figures figures={figures} />
        {chart}
        <LargestSuburbs site={site} largest={largest} />
        <CouncilTable title="Councils" councils={councils} />
      </>
    ),
  };
}

export async function countryPage(site: Site): Promise<PageModel> {
  const { name, largest, councils, figures, sentences, sources } = await regionOf(site, COUNTRY);
  const states = await Promise.all(
    STATES.filter(([code]) => site.index.stateCodes.includes(code)).map(async ([code]) => ({
      code,
      ...(await regionOf(site, code)),
    })),
  );
  const chart = (
    <Section title="Charts" kind="charts">
      <BarsSvg
        title="Residents by state"
        heads={["State", "Residents"]}
        rows={barsOf(states.map((state) => [state.name, state.residents]))}
      />
    </Section>
  );
  return {
    kind: "country",
    key: COUNTRY,
    path: COUNTRY_PATH,
    name,
    figures,
    sources,
    title: "Australia: states, councils and suburbs",
    description: sentences,
    crumbs: crumbsTo(),
    parts: { chart },
    body: (
      <>
        <Lead sentences={sentences} actions={[["/", "Open in Explore"]]} />
        <Listed
          title="States and territories"
          rows={states}
          columns={[
            ["State", (state) => <To path={statePath(state.code)}>{state.name}</To>],
            ...STATE_FIGURES.map(
              ([head, key]): Column<(typeof states)[number]> => [
                head,
                (state) => state.figures.find((figure) => figure.key === key)?.text,
                "number",
              ],
            ),
          ]}
        />
        {chart}
        <Figures figures={figures} />
        <LargestSuburbs site={site} largest={largest} />
        <CouncilTable title="Largest councils" councils={byResidents(councils).slice(0, MAX_SUBURBS)} />
      </>
    ),
  };
}

function LargestSuburbs({ site, largest }: { site: Site; largest: readonly number[] }) {
  return (
    <Suburbs
      site={site}
      title="Largest suburbs"
      rows={largest.map((position) => ({ position }))}
      own={[
        ["State", ({ position }) => site.index.stateCodes[position]],
        ["Postcode", ({ position }) => site.index.postcodes[position], "number"],
      ]}
    />
  );
}
