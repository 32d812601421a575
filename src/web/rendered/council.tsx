import { formatCount, formatMoney, formatNumber, formatShare, formatValue } from "../parts/format.ts";
import { COUNTRY_PATH, councilPath, namesOf, statePath } from "./addresses.ts";
import { BarsSvg, LineSvg, Table } from "./charts.tsx";
import { Around } from "./near.ts";
import { orNothing } from "./or-nothing.ts";
import { drawOutline, outlinesAt } from "./outline.ts";
import type { Figure, PageModel, Rank } from "./page-model.ts";
import { Figures, known, OutlineSvg, To } from "./parts.tsx";
import { originOf, type Site } from "./site.ts";
import { STATES, stateName } from "./states.ts";

export type Council = Awaited<ReturnType<Site["client"]["housing"]["listCouncils"]>>["councils"][number];
type Profile = NonNullable<Awaited<ReturnType<Site["client"]["housing"]["getCouncilProfile"]>>["profile"]>;

/** Every council of the country, by state in the order of the method. */
export function councilsOf(site: Site): Promise<readonly Council[]> {
  return site.keep("councils", async () => {
    const lists = await Promise.all(
      STATES.map(([stateCode]) => orNothing(site.client.housing.listCouncils({ stateCode }))),
    );
    return lists.flatMap((list) => list?.councils ?? []);
  });
}

/** A figure of a council, and how it is read off the row that all councils have; those without are not ranked. */
interface CouncilFigure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly of: (profile: Profile) => number | undefined;
  readonly row?: (council: Council) => number | undefined;
}

const FIGURES: readonly CouncilFigure[] = [
  {
    ...{ key: "population", label: "Residents", unit: "persons" },
    of: ({ summary }) => summary?.population || undefined,
    row: ({ population }) => population || undefined,
  },
  {
    ...{ key: "area", label: "Area", unit: "square km" },
    of: ({ summary }) => summary?.areaSqkm,
    row: ({ areaSqkm }) => areaSqkm,
  },
  {
    ...{ key: "density", label: "Residents a square km", unit: "" },
    of: ({ summary }) => summary?.densityPerSqkm,
    row: ({ densityPerSqkm }) => densityPerSqkm,
  },
  {
    ...{ key: "growth", label: "Growth of the population over a year", unit: "%" },
    of: ({ summary }) => summary?.popGrowthPct,
    row: ({ popGrowthPct }) => popGrowthPct,
  },
  {
    ...{ key: "house_median", label: "Median house price", unit: "AUD" },
    of: ({ summary }) => summary?.councilHouseMedian,
    row: ({ councilHouseMedian }) => councilHouseMedian,
  },
  {
    ...{ key: "bushfire", label: "Bushfire prone land", unit: "%" },
    of: ({ summary }) => summary?.bushfireSharePct,
    row: ({ bushfireSharePct }) => bushfireSharePct,
  },
  { key: "age", label: "Median age", unit: "years", of: ({ council }) => council?.medianAge },
  {
    ...{ key: "income", label: "Median weekly household income", unit: "AUD/week" },
    of: ({ council }) => council?.medianHhdIncome,
  },
  {
    ...{ key: "rent", label: "Median weekly rent", unit: "AUD/week" },
    of: ({ council }) => council?.medianWeeklyRent,
  },
  {
    ...{ key: "mortgage", label: "Median monthly mortgage repayment", unit: "AUD/month" },
    of: ({ council }) => council?.medianMortgageMonthly,
  },
  {
    ...{ key: "household", label: "Persons a household", unit: "" },
    of: ({ council }) => council?.avgHouseholdSize,
  },
];

const MOST_SERIES = 3;
const MOST_BARS = 12;

/** The page of a council; undefined where the state has none of that name. */
export async function councilPage(site: Site, state: string, slug: string): Promise<PageModel | undefined> {
  const answer = await orNothing(site.client.housing.getCouncilProfile({ stateCode: state, slug }));
  const profile = answer?.profile;
  const summary = profile?.summary;
  if (profile === undefined || summary === undefined || summary.slug !== slug) return undefined;
  const all = await councilsOf(site);
  const path = councilPath(summary.stateCode, slug);
  const name = summary.displayName;
  const provenance = answer?.provenance?.sources ?? [];
  const sources = provenance.length > 0 ? provenance : site.sourcesOfTables("lga", "suburb_lga");
  const figures = FIGURES.flatMap((figure) => figureOf(figure, profile, all, originOf(sources)) ?? []);
  const members = profile.suburbs.flatMap((suburb) => {
    const position = site.index.positionOf(suburb.salCode);
    return position < 0 ? [] : [{ ...suburb, position }];
  });
  const own = new Set(members.filter(({ dominant }) => dominant).map(({ position }) => position));
  const [first] = own;
  const around = first === undefined ? [] : new Around(site, first).nearest(own.size + 60);
  const outline = drawOutline(
    outlinesAt(site, [...own]).flat(),
    outlinesAt(
      site,
      around.map((near) => near.position).filter((position) => !own.has(position)),
    ).flat(),
  );
  const sentences = sentencesOf(profile, figures, members[0]?.salName);
  const incomes = members
    .filter(({ dominant }) => dominant)
    .slice(0, MOST_BARS)
    .flatMap(({ position, salName }) => {
      const value = site.valueOf("income", position);
      return value === undefined ? [] : [{ label: namesOf(salName).name, value, text: formatMoney(value) }];
    });
  const { centroidLat: latitude, centroidLon: longitude } = profile.council ?? {};
  return {
    kind: "council",
    key: `${summary.stateCode}/${slug}`,
    ...{ path, name, figures, sources, outline },
    title: `${name}, ${stateName(summary.stateCode)}`,
    description: sentences,
    crumbs: [
      { name: "Australia", path: COUNTRY_PATH },
      { name: stateName(summary.stateCode), path: statePath(summary.stateCode) },
      { name, path },
    ],
    ...(latitude !== undefined && longitude !== undefined && { place: { latitude, longitude } }),
    feed: `/feeds/council/${summary.lgaCode}.atom`,
    body: (
      <>
        <p class="where">
          Local government area in <To path={statePath(summary.stateCode)}>{stateName(summary.stateCode)}</To>
        </p>
        <div class="lead">
          <p class="sentences">{sentences}</p>
          {outline && <OutlineSvg outline={outline} name={name} />}
        </div>
        <Figures figures={figures} scope={summary.stateCode} of="councils" />
        {(profile.series.length > 0 || incomes.length > 1) && (
          <section class="charts">
            <h2>Charts</h2>
            {incomes.length > 1 && (
              <BarsSvg
                title="Household income a week, its largest suburbs"
                heads={["Suburb", "Household income a week"]}
                rows={incomes}
              />
            )}
            {profile.series.slice(0, MOST_SERIES).map(({ measure, unit, points }) => (
              <LineSvg
                title={measureName(measure)}
                points={points.map(({ periodLabel, value }) => ({ label: periodLabel, value }))}
                format={(value) => (unit === "AUD" ? formatMoney(value, true) : formatNumber(value))}
              />
            ))}
          </section>
        )}
        <Neighbours profile={profile} all={all} own={summary} />
        {members.length > 0 && (
          <section>
            <h2>Its suburbs</h2>
            <Table
              heads={["Suburb", "Postcode", "Residents", "Of them here", "Household income a week"]}
              rows={members.map(({ position, salName, postcode, share }) => [
                <To path={site.suburbs.paths[position]}>{namesOf(salName).name}</To>,
                postcode,
                known(site.valueOf("population", position), formatCount),
                formatShare(share),
                known(site.valueOf("income", position), (value) => formatMoney(value)),
              ])}
            />
          </section>
        )}
      </>
    ),
  };
}

function figureOf(
  { key, label, unit, of, row }: CouncilFigure,
  profile: Profile,
  all: readonly Council[],
  origin: Pick<Figure, "date" | "publisher">,
): Figure | undefined {
  const value = of(profile);
  if (value === undefined) return undefined;
  const own = profile.summary!;
  const rank = (among: readonly Council[]): Rank | undefined => {
    const values = row === undefined ? [] : among.flatMap((council) => row(council) ?? []);
    if (!values.includes(value)) return undefined;
    return {
      place: 1 + values.filter((other) => other > value).length,
      same: values.filter((other) => other === value).length,
      of: values.length,
    };
  };
  const note = unit === "square km" ? " square km" : "";
  return {
    ...{ key, label, value, unit, ...origin },
    text: formatValue(value, unit) + note,
    inState: rank(all.filter(({ stateCode }) => stateCode === own.stateCode)),
    inCountry: rank(all),
  };
}

/** What the council is like, from its own figures. */
function sentencesOf({ summary, neighbours }: Profile, figures: readonly Figure[], largest?: string): string {
  const figure = (key: string) => figures.find((one) => one.key === key);
  const [residents, area, density, income, rent] = ["population", "area", "density", "income", "rent"].map(
    figure,
  );
  const beside = neighbours.filter(({ sharesBorder, slug }) => sharesBorder && slug !== "");
  const texts = [
    residents &&
      `${summary!.displayName} has ${formatCount(residents.value)} residents${area ? ` on ${area.text}` : ""}.`,
    density?.inState &&
      `With ${density.text} residents a square km it is number ${formatCount(density.inState.place)} of ${formatCount(density.inState.of)} councils in ${stateName(summary!.stateCode)} by density.`,
    income && `The median household has ${income.text}${rent ? ` and the median rent is ${rent.text}` : ""}.`,
    largest && `Of its suburbs ${namesOf(largest).name} has the most residents.`,
    beside.length > 0 &&
      `It borders on ${listed(
        beside.slice(0, 6).map(({ displayName }) => displayName),
        beside.length,
      )}.`,
  ];
  return texts.filter(Boolean).slice(0, 4).join(" ");
}

function listed(names: readonly string[], count: number): string {
  if (count > names.length) return `${names.join(", ")} and ${count - names.length} others`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const measureName = (measure: string) =>
  ({ erp: "Residents", dwelling_approvals_total: "Dwellings approved" })[measure] ??
  measure.charAt(0).toUpperCase() + measure.slice(1).replaceAll("_", " ");

function Neighbours({ profile, all, own }: { profile: Profile; all: readonly Council[]; own: Council }) {
  const byCode = new Map(all.map((council) => [council.lgaCode, council]));
  const rows = profile.neighbours.flatMap(({ lgaCode }) => byCode.get(lgaCode) ?? []);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Next to its neighbours</h2>
      <CouncilTable councils={[own, ...rows]} own={own.lgaCode} />
    </section>
  );
}

/** Councils with what is known of all of them. */
export function CouncilTable({ councils, own }: { councils: readonly Council[]; own?: string }) {
  return (
    <Table
      heads={["Council", "Residents", "Area, square km", "Residents a square km", "Bushfire prone land"]}
      rows={councils.map((council) => [
        council.lgaCode === own ? (
          <strong>{council.displayName}</strong>
        ) : (
          <To path={councilPath(council.stateCode, council.slug)}>{council.displayName}</To>
        ),
        known(council.population || undefined, formatCount),
        known(council.areaSqkm, formatNumber),
        known(council.densityPerSqkm, formatNumber),
        known(council.bushfireSharePct, (value) => formatValue(value, "%")),
      ])}
    />
  );
}
