import type { LinePoint } from "../charts/line-points.ts";
import { formatCount, formatMoney, formatMonth, formatShare, formatValue } from "../parts/format.ts";
import { PREFERRED } from "../view/preferences.ts";
import { COUNTRY_PATH, councilPath, namesOf, stateName, statePath } from "./addresses.ts";
import { LineSvg, SharesSvg, SpreadSvg, Table } from "./charts.tsx";
import { Around } from "./near.ts";
import { drawOutline, outlinesAt, touching } from "./outline.ts";
import type { PageModel, PageSource } from "./page-model.ts";
import { Figures, known, OutlineSvg, To } from "./parts.tsx";
import { sentencesOf } from "./sentences.ts";
import type { Site } from "./site.ts";

type Profile = Awaited<ReturnType<Site["client"]["housing"]["getSuburbProfile"]>>;

/** Figures that the page has next to the ones that Explore prefers. */
const MORE_FIGURES = [
  "price_growth_1y",
  "gross_yield",
  "pct_owned_outright",
  "pct_flat_apartment",
  "federal_lean",
];
/** Shares of the census that are drawn, with the names of the state's in the profile. */
const SHARES = [
  ["pct_owned_outright", "Owned outright", "pctOwnedOutright"],
  ["pct_owned_mortgage", "Owned with a mortgage", "pctOwnedMortgage"],
  ["pct_rented", "Rented", "pctRented"],
  ["pct_separate_house", "Separate houses", "pctSeparateHouse"],
  ["pct_flat_apartment", "Flats and apartments", "pctFlatApartment"],
  ["pct_lone_person_household", "People living alone", "pctLonePersonHousehold"],
  ["pct_bachelor_or_higher", "Bachelor degree or more", "pctBachelorOrHigher"],
] as const;
const SPREADS = ["price", "income", "median_weekly_rent"];
const NEAR_KEYS = ["price", "income", "median_weekly_rent", "population", "age"];
/** Nearest suburbs that are looked at: those that touch are among them but for the largest suburbs of the outback. */
const MOST_AROUND = 32;
const MOST_NEIGHBOURS = 12;

/** The page of a suburb. */
export async function suburbPage(site: Site, position: number): Promise<PageModel> {
  const { salCodes, salNames, postcodes, stateCodes, latitudes, longitudes } = site.index;
  const [code, state, postcode] = [salCodes[position], stateCodes[position], postcodes[position]];
  const { name } = namesOf(salNames[position]);
  const path = site.suburbs.paths[position];
  const profile = await site.client.housing.getSuburbProfile({ salCode: code });
  const prices = await pricesOf(site, profile);
  const figures = [...PREFERRED.figures, ...MORE_FIGURES].flatMap((key) => site.figure(key, position) ?? []);
  const sentences = sentencesOf(site, position);
  const title = [name, state, postcode].filter(Boolean).join(" ");
  const [latitude, longitude] = [latitudes[position], longitudes[position]];
  const council = profile.council?.slug ? profile.council : undefined;
  const councilLink = council && councilPath(council.stateCode, council.slug);
  const places = new Around(site, position);
  const around = places.nearest(MOST_AROUND);
  const [own, ...others] = outlinesAt(site, [position, ...around.map((near) => near.position)]);
  const touches = touching(own, others);
  const neighbours = around.filter((_, i) => touches[i]);
  const onMap = Number.isFinite(latitude)
    ? `/?at=${latitude.toFixed(3)},${longitude.toFixed(3)},7.50&sel=${code}`
    : `/?sel=${code}`;
  const keys = new Set([...figures.map(({ key }) => key), ...sentences.flatMap((one) => one.keys)]);
  const sources = new Map(
    [...site.sourcesOf([...keys]), ...(prices?.sources ?? [])].map((source) => [source.id, source]),
  );
  const outline = drawOutline(own, others.flat());
  const drawings = drawingsOf({ site, position, profile, prices });
  return {
    kind: "suburb",
    key: code,
    ...{ path, name, figures, title, outline },
    description: sentences
      .slice(0, 2)
      .map(({ text }) => text)
      .join(" "),
    crumbs: [
      { name: "Australia", path: COUNTRY_PATH },
      { name: stateName(state), path: statePath(state) },
      ...(council && councilLink ? [{ name: council.lgaName, path: councilLink }] : []),
      { name, path },
    ],
    sources: [...sources.values()],
    ...(Number.isFinite(latitude) && { place: { latitude, longitude } }),
    feed: `/feeds/suburb/${code}.atom`,
    parts: { chart: drawings },
    body: (
      <>
        <p class="where">
          <To path={statePath(state)}>{stateName(state)}</To>
          {postcode && ` · ${postcode}`}
          {council && councilLink && (
            <>
              {" · "}
              <To path={councilLink}>{council.lgaName}</To>
            </>
          )}
        </p>
        <div class="lead">
          <p class="sentences">{sentences.map(({ text }) => text).join(" ")}</p>
          {outline && <OutlineSvg outline={outline} name={name} />}
        </div>
        <p class="actions">
          <To path={onMap} isButton>
            Open in Explore
          </To>
          <To path={`/compare/${code}`} isButton>
            Compare
          </To>
          <To path={`/suburb/${code}?interactive`} isButton>
            Interactive page
          </To>
          <span class="tool" data-tool="save" />
        </p>
        <Figures figures={figures} scope={state} />
        {drawings}
        <Places
          site={site}
          title={neighbours.length > 0 ? "Neighbours" : "Nearby"}
          rows={(neighbours.length > 0 ? neighbours : around.slice(0, 8)).slice(0, MOST_NEIGHBOURS)}
        />
        <SimilarSuburbs site={site} profile={profile} />
        <MoreOrLess {...{ site, position, places }} />
      </>
    ),
  };
}

interface Prices {
  readonly regionName: string;
  readonly points: readonly LinePoint[];
  readonly sources: readonly PageSource[];
}

/** The median house price of the suburb's own region over time, where one is published. */
async function pricesOf(site: Site, { summary, provenance }: Profile): Promise<Prices | undefined> {
  const regionCode = summary?.regionCode ?? "";
  if (regionCode === "") return undefined;
  const series = await site.client.housing.getHousePriceSeries({
    regionCode,
    measure: "median_price",
    dwellingType: "house",
  });
  if (series.points.length < 2) return undefined;
  return {
    regionName: series.regionName,
    points: series.points.map(({ period, value }) => {
      const date = new Date(Number(period?.seconds ?? 0n) * 1000);
      return { at: date.getTime(), label: formatMonth(date), value };
    }),
    sources: (provenance?.sources ?? []).filter(({ id }) => id === series.source),
  };
}

interface DrawingProps {
  readonly site: Site;
  readonly position: number;
  readonly profile: Profile;
  readonly prices: Prices | undefined;
}

/** The charts of a suburb; null where there is nothing to draw. */
function drawingsOf({ site, position, profile, prices }: DrawingProps) {
  const state = site.index.stateCodes[position];
  const census = profile.baselines?.stateCensus;
  const absent = new Set(profile.absentFields);
  const shares = SHARES.flatMap(([key, label, field]) => {
    const own = site.valueOf(key, position);
    const other = absent.has(`baselines.state_census.${key}`) ? undefined : census?.[field];
    return own === undefined ? [] : [{ label, own, other }];
  });
  const key = SPREADS.find((one) => site.ranks(one)?.inState(position) !== undefined);
  const metric = key === undefined ? undefined : site.metrics.get(key);
  const spread = key === undefined ? undefined : site.spread(key, state);
  if (shares.length === 0 && spread === undefined && prices === undefined) return null;
  const format = (value: number) => formatValue(value, metric?.unit ?? "", true);
  return (
    <section class="charts">
      <h2>Charts</h2>
      {prices && (
        <LineSvg
          title={`Median house price, ${prices.regionName}`}
          points={prices.points}
          format={(value) => formatMoney(value, true)}
        />
      )}
      <SharesSvg
        title="Homes and households"
        names={[namesOf(site.index.salNames[position]).name, stateName(state)]}
        rows={shares}
        note={`Above the suburb, below ${stateName(state)}.`}
      />
      {spread && metric && key && (
        <SpreadSvg
          {...spread}
          {...{ format }}
          title={`${metric.label} of the suburbs of ${stateName(state)}`}
          value={site.valueOf(key, position)!}
          note={`The line is at ${formatValue(site.valueOf(key, position)!, metric.unit)}.`}
        />
      )}
    </section>
  );
}

/** A suburb by its name and a link. */
function SuburbLink({ site, position }: { site: Site; position: number }) {
  return <To path={site.suburbs.paths[position]}>{namesOf(site.index.salNames[position]).name}</To>;
}

const kmText = (km: number) => formatValue(km, "km");

function Places({
  site,
  title,
  rows,
}: {
  site: Site;
  title: string;
  rows: readonly { readonly position: number; readonly km: number }[];
}) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Table
        heads={["Suburb", "Postcode", "Distance", "Residents", "Income a week"]}
        rows={rows.map(({ position, km }) => [
          <SuburbLink {...{ site, position }} />,
          site.index.postcodes[position],
          kmText(km),
          known(site.valueOf("population", position), formatCount),
          known(site.valueOf("income", position), (value) => formatMoney(value)),
        ])}
      />
      <p class="chart-note">Distances are between the centres of the suburbs.</p>
    </section>
  );
}

function SimilarSuburbs({ site, profile }: { site: Site; profile: Profile }) {
  const rows = profile.similar.flatMap((row) => {
    const position = site.index.positionOf(row.salCode);
    return position < 0 ? [] : [{ ...row, position }];
  });
  if (rows.length === 0) return null;
  const by = rows[0].comparedMetrics.map((key) => site.metrics.get(key)?.label ?? key);
  return (
    <section>
      <h2>Similar suburbs</h2>
      <Table
        heads={["Suburb", "State", "Alike", "Residents", "Income a week"]}
        words={["State"]}
        rows={rows.map(({ position, similarity, stateCode }) => [
          <SuburbLink {...{ site, position }} />,
          stateCode,
          formatShare(similarity),
          known(site.valueOf("population", position), formatCount),
          known(site.valueOf("income", position), (value) => formatMoney(value)),
        ])}
      />
      <p class="chart-note">Compared by {by.map(inSentence).join(", ")}.</p>
    </section>
  );
}

/** A label inside a sentence: what is not an abbreviation begins small. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function MoreOrLess({ site, position, places }: { site: Site; position: number; places: Around }) {
  const rows = NEAR_KEYS.flatMap((key) => {
    const figure = site.figure(key, position);
    if (figure?.inState === undefined || figure.value <= 0) return [];
    const { more, less } = places.nearestWith(key);
    const cell = (near: typeof more) =>
      near === undefined ? (
        "none"
      ) : (
        <>
          <SuburbLink site={site} position={near.position} />,{" "}
          {formatValue(site.valueOf(key, near.position)!, figure.unit)}, {kmText(near.km)}
        </>
      );
    return [[`${figure.label} (${figure.text})`, cell(more), cell(less)]];
  });
  if (rows.length === 0) return null;
  const heads = ["Figure", "Nearest with a fifth more", "Nearest with a fifth less"];
  return (
    <section>
      <h2>Nearest with more or less</h2>
      <Table heads={heads} words={heads} rows={rows} />
    </section>
  );
}
