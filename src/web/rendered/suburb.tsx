import { reachDays } from "../charts/align-lines.ts";
import { formatMoney, formatMonth, formatShare, formatValue, joined } from "../parts/format.ts";
import { CENSUS_SHARES } from "../parts/public-figures.tsx";
import { Section, To } from "../parts/section.tsx";
import { PREFERRED } from "../view/preferences.ts";
import { councilPath, crumbsTo, mapPath, namesOf, stateName, statePath } from "./addresses.ts";
import { BarsSvg, LineSvg, SpreadSvg } from "./charts.tsx";
import { drawOutline, outlinesAt, touching } from "./outline.ts";
import type { Figure, PageModel } from "./page-model.ts";
import { Figures, Lead, Listed, SuburbLink, Suburbs } from "./parts.tsx";
import { sentencesOf } from "./sentences.ts";
import { type Site, uniqueById } from "./site.ts";

type Profile = Awaited<ReturnType<Site["client"]["housing"]["getSuburbProfile"]>>;

/** Figures in addition to those that Explore prefers. */
const MORE_FIGURES = [
  "price_growth_1y",
  "gross_yield",
  "pct_owned_outright",
  "pct_flat_apartment",
  "federal_lean",
];
const SPREADS = ["price", "income", "median_weekly_rent"];
const NEAR_KEYS = ["price", "income", "median_weekly_rent", "population", "age"];
/** Nearest suburbs to check for a common border: enough for all but the largest suburbs of the outback. */
const MAX_AROUND = 32;
const MAX_NEIGHBOURS = 12;
const KM_A_DEGREE = 111.195;

export async function suburbPage(site: Site, position: number): Promise<PageModel> {
  const { salCodes, salNames, postcodes, stateCodes, latitudes, longitudes } = site.index;
  const [code, state, postcode] = [salCodes[position], stateCodes[position], postcodes[position]];
  const { name } = namesOf(salNames[position]);
  const path = site.suburbs.paths[position];
  const profile = await site.client.housing.getSuburbProfile({ salCode: code });
  const prices = await pricesOf(site, profile);
  const figures = [...PREFERRED.figures, ...MORE_FIGURES].flatMap((key) => site.figure(key, position) ?? []);
  const sentences = sentencesOf(site, position);
  const title = joined([name, state, postcode], " ");
  const [latitude, longitude] = [latitudes[position], longitudes[position]];
  const council = profile.council?.slug ? profile.council : undefined;
  const councilLink = council && councilPath(council.stateCode, council.slug);
  const places = suburbsAround(site, position);
  const around = places.nearest(MAX_AROUND);
  const [own, ...others] = outlinesAt(site, [position, ...around.map((near) => near.position)]);
  const touches = touching(own, others);
  const neighbours = around.filter((_, i) => touches[i]);
  const keys = new Set([...figures.map(({ key }) => key), ...sentences.flatMap((one) => one.keys)]);
  const outline = drawOutline(own, others.flat());
  const drawings = drawingsOf(site, position, profile, prices);
  return {
    kind: "suburb",
    key: code,
    path,
    name,
    figures,
    title,
    outline,
    description: sentences
      .slice(0, 2)
      .map(({ text }) => text)
      .join(" "),
    crumbs: crumbsTo(
      [stateName(state), statePath(state)],
      ...(council && councilLink ? [[council.lgaName, councilLink] as const] : []),
      [name, path],
    ),
    sources: uniqueById([...site.sourcesOf([...keys]), ...(prices?.sources ?? [])]),
    ...(Number.isFinite(latitude) && { place: { latitude, longitude } }),
    feed: `/feeds/suburb/${code}.atom`,
    parts: { chart: drawings },
    body: (
      <>
        <Lead
          outline={outline}
          name={name}
          where={
            <>
              <To path={statePath(state)}>{stateName(state)}</To>
              {postcode && ` · ${postcode}`}
              {council && councilLink && (
                <>
                  {" · "}
                  <To path={councilLink}>{council.lgaName}</To>
                </>
              )}
            </>
          }
          sentences={sentences.map(({ text }) => text).join(" ")}
          actions={[
            [mapPath(site.index, position), "Open in Explore"],
            [`/compare/${code}`, "Compare"],
            [`/suburb/${code}?interactive`, "Interactive page"],
          ]}
        >
          <span class="tool" data-tool="save" />
        </Lead>
        <Figures figures={figures} scope={state} />
        {drawings}
        <Suburbs
          site={site}
          title={neighbours.length > 0 ? "Neighbours" : "Nearby"}
          note="Distances are between the centres of the suburbs."
          rows={(neighbours.length > 0 ? neighbours : around.slice(0, 8)).slice(0, MAX_NEIGHBOURS)}
          own={[
            ["Postcode", (row) => postcodes[row.position], "number"],
            ["Distance", ({ km }) => kmText(km), "number"],
          ]}
        />
        {similarSuburbs(site, profile)}
        {moreOrLess(site, position, places)}
      </>
    ),
  };
}

/** Median house price of the suburb's own region over time; undefined if none is published. */
async function pricesOf(site: Site, { summary, provenance }: Profile) {
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
    points: series.points,
    sources: (provenance?.sources ?? []).filter(({ id }) => id === series.source),
  };
}

/** Charts of a suburb; null if there is nothing to draw. */
function drawingsOf(
  site: Site,
  position: number,
  profile: Profile,
  prices: Awaited<ReturnType<typeof pricesOf>>,
) {
  const state = site.index.stateCodes[position];
  const census = profile.baselines?.stateCensus;
  const absent = new Set(profile.absentFields);
  const shares = CENSUS_SHARES.flatMap(([key, label, field]) => {
    const own = site.valueOf(key, position);
    const other = absent.has(`baselines.state_census.${key}`) ? undefined : census?.[field];
    const bars = [own, other].map((value) => ({
      value,
      text: value === undefined ? "not known" : `${value.toFixed(1)} %`,
    }));
    return own === undefined ? [] : [{ label, bars }];
  });
  const key = SPREADS.find((one) => site.ranks(one)?.inState(position) !== undefined);
  const metric = key === undefined ? undefined : site.metrics.get(key);
  const spread = key === undefined ? undefined : site.spread(key, state);
  if (shares.length === 0 && spread === undefined && prices === undefined) return null;
  const format = (value: number) => formatValue(value, metric?.unit ?? "", true);
  return (
    <Section title="Charts" kind="charts">
      {prices && (
        <LineSvg
          title={`Median house price, ${prices.regionName}`}
          points={prices.points}
          when={({ period }) => formatMonth(period)}
          mostGapDays={reachDays("annual")}
          format={(value) => formatMoney(value, true)}
        />
      )}
      <BarsSvg
        title="Homes and households"
        heads={["Share", namesOf(site.index.salNames[position]).name, stateName(state)]}
        rows={shares}
        most={100}
        note={`Top bar: the suburb; bottom bar: ${stateName(state)}.`}
      />
      {spread && metric && key && (
        <SpreadSvg
          {...spread}
          format={format}
          title={`${metric.label} of the suburbs of ${stateName(state)}`}
          value={site.valueOf(key, position)!}
          note={`The line marks this suburb: ${formatValue(site.valueOf(key, position)!, metric.unit)}.`}
        />
      )}
    </Section>
  );
}

const kmText = (km: number) => formatValue(km, "km");

function similarSuburbs(site: Site, profile: Profile) {
  const rows = profile.similar.flatMap((row) => {
    const position = site.index.positionOf(row.salCode);
    return position < 0 ? [] : [{ ...row, position }];
  });
  const by = rows[0]?.comparedMetrics.map((key) => inSentence(site.metrics.get(key)?.label ?? key));
  return (
    <Suburbs
      site={site}
      title="Similar suburbs"
      note={`Compared by ${by?.join(", ")}.`}
      rows={rows}
      own={[
        ["State", ({ stateCode }) => stateCode],
        ["Alike", ({ similarity }) => formatShare(similarity), "number"],
      ]}
    />
  );
}

/** A label inside a sentence: lower-cases the first letter unless it starts an abbreviation. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

function moreOrLess(site: Site, position: number, places: ReturnType<typeof suburbsAround>) {
  const rows = NEAR_KEYS.flatMap((key) => {
    const figure = site.figure(key, position);
    if (figure?.inState === undefined || figure.value <= 0) return [];
    return { ...figure, ...places.nearestWith(key) };
  });
  const cell = ({ key, unit }: Figure, near: Near | undefined) =>
    near === undefined ? (
      "none"
    ) : (
      <>
        <SuburbLink site={site} position={near.position} />,{" "}
        {formatValue(site.valueOf(key, near.position)!, unit)}, {kmText(near.km)}
      </>
    );
  return (
    <Listed
      title="Nearest with higher or lower figures"
      rows={rows}
      columns={[
        ["Figure", ({ label, text }) => `${label} (${text})`],
        ["Nearest at least 20 % higher", ({ more, ...figure }) => cell(figure, more)],
        ["Nearest at least 20 % lower", ({ less, ...figure }) => cell(figure, less)],
      ]}
    />
  );
}

interface Near {
  readonly position: number;
  readonly km: number;
}

/** The suburbs around one, by distance between their centroids. */
function suburbsAround(site: Site, position: number) {
  const { latitudes, longitudes, salCodes } = site.index;
  const [lat, lon] = [latitudes[position], longitudes[position]];
  const shrink = Math.cos((lat * Math.PI) / 180);
  // Squared distances in degrees; NaN for unknown places and for the suburb itself.
  const squares = Float64Array.from(salCodes, (_, i) =>
    i === position ? Number.NaN : (latitudes[i] - lat) ** 2 + ((longitudes[i] - lon) * shrink) ** 2,
  );
  const near = (other: number): Near => ({ position: other, km: KM_A_DEGREE * Math.sqrt(squares[other]) });
  return {
    /** The nearest suburbs, nearest first; empty if the suburb's place is unknown. */
    nearest(most: number): Near[] {
      const found: number[] = [];
      for (let i = 0; i < squares.length; i++) {
        if (!(squares[i] < (found.length < most ? Number.POSITIVE_INFINITY : squares[found[most - 1]])))
          continue;
        let place = Math.min(found.length, most - 1);
        for (; place > 0 && squares[found[place - 1]] > squares[i]; place--) found[place] = found[place - 1];
        found[place] = i;
      }
      return found.map(near);
    },

    /** The nearest ranked suburbs with a value at least a fifth higher, and at least a fifth lower. */
    nearestWith(key: string): { readonly more: Near | undefined; readonly less: Near | undefined } {
      const { values } = site.column(key)!;
      const ranks = site.ranks(key);
      const [least, most] = [values[position] * 1.2, values[position] * 0.8];
      let [more, less] = [-1, -1];
      for (let i = 0; i < values.length; i++) {
        const isMore = values[i] >= least;
        if (!isMore && values[i] > most) continue;
        const best = isMore ? more : less;
        if (!(best < 0 ? squares[i] >= 0 : squares[i] < squares[best])) continue;
        if (!ranks?.isRanked(i)) continue;
        if (isMore) more = i;
        else less = i;
      }
      const found = (other: number) => (other < 0 ? undefined : near(other));
      return { more: found(more), less: found(less) };
    },
  };
}
