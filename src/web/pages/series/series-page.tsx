import { useSignal } from "@preact/signals";
import { alignLines, reachDays } from "../../charts/align-lines.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useCall, useRequest } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { Choice, Press, set, WordsField } from "../../parts/controls.tsx";
import { formatCount, formatMonth, joined, secondsOf } from "../../parts/format.ts";
import { Page } from "../../parts/page.tsx";
import { PublishedByIds } from "../../parts/published-by.tsx";
import {
  formatSeriesValue,
  regionName,
  seriesName,
  seriesTitle,
  topicName,
  unitName,
} from "../../parts/series-names.ts";
import { seriesPath } from "../../rendered/addresses.ts";
import { stayAt } from "../../view/navigate.ts";
import { address } from "../../view/view-state.ts";
import { Correlations } from "./correlations.tsx";
import { Revisions } from "./revisions.tsx";
import { type SeriesVintages, vintageLines } from "./vintages.ts";

type Series = Awaited<ReturnType<typeof terrace.economy.listEconomicSeries>>["series"][number];

/** Maximum series in one answer of the server. */
const MAX_LISTED = 500;
const MAX_DRAWN = 4;
const MAX_SHOWN = 120;

async function allSeries(signal: AbortSignal): Promise<Series[]> {
  const all: Series[] = [];
  for (;;) {
    const { series, total } = await terrace.economy.listEconomicSeries(
      { limit: MAX_LISTED, afterKey: all.at(-1)?.seriesKey ?? "" },
      { signal },
    );
    all.push(...series);
    if (series.length === 0 || all.length >= total) return all;
  }
}

export function View() {
  const list = useRequest((signal) => allSeries(signal), []);
  return (
    <Page title="Economic series" of="series">
      <Shown asked={list} what="the series">
        {(series) => <DrawnSeries all={series} />}
      </Shown>
    </Page>
  );
}

/** Keys in the address; without any, the first of the popular series. */
function drawnKeys(all: readonly Series[]): readonly string[] {
  const named = new URLSearchParams(address.value.query).get("s");
  if (named !== null) return named.split(",").filter(Boolean).slice(0, MAX_DRAWN);
  const first = askedFor(all)[0]?.series[0] ?? all[0];
  return first === undefined ? [] : [first.seriesKey];
}

function DrawnSeries({ all }: { all: readonly Series[] }) {
  const keys = drawnKeys(all);
  const data = useCall(
    terrace.economy.getEconomicSeries,
    keys.length === 0 ? undefined : { seriesKeys: [...keys], maxObservations: 600 },
  );
  // With several series the earlier versions of their lines could not be distinguished.
  const vintages = useCall(
    terrace.explorer.getSeriesVintages,
    keys.length === 1 ? { seriesKey: keys[0], maxPeriods: 600 } : undefined,
  );
  const toggle = (key: string) => {
    const next = keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key].slice(-MAX_DRAWN);
    stayAt(`/series?s=${next.map(encodeURIComponent).join(",")}`);
  };
  const base = all.find(({ seriesKey }) => seriesKey === keys[0]);
  return (
    <div class="two">
      <SeriesList all={all} keys={keys} onToggle={toggle} />
      <div>
        <Shown asked={data} what="the numbers">
          {(answer) => (
            <SeriesChart
              drawn={answer?.series ?? []}
              vintages={vintages.value.state === "there" ? vintages.value.value : undefined}
            />
          )}
        </Shown>
        {base !== undefined && <Correlations base={base} all={all} onPick={toggle} />}
      </div>
    </div>
  );
}

type Drawn = Awaited<ReturnType<typeof terrace.economy.getEconomicSeries>>["series"];

function SeriesChart({ drawn, vintages }: { drawn: Drawn; vintages: SeriesVintages | undefined }) {
  const series = drawn.filter(({ observations }) => observations.length > 0);
  if (series.length === 0) return <p class="empty">Pick a series to chart it.</p>;
  const earlier = vintages === undefined ? [] : vintageLines(vintages);
  const lines = series.map(({ observations, info }) => ({
    points: new Map(observations.map(({ period, value }) => [secondsOf(period), value])),
    mostGapDays: reachDays(info?.frequency),
  }));
  const { times, values } = alignLines([...lines, ...earlier.map((one) => ({ ...lines[0], ...one }))]);
  const units = [...new Set(series.map((one) => one.info?.unit ?? ""))];
  const name = series.length === 1 ? seriesTitle(series[0].info!) : `${series.length} economic series`;
  return (
    <>
      <h2 class="chart-title">{name}</h2>
      <LineChart
        label={name}
        times={times}
        lines={[
          ...series.map(({ info }, i) => ({
            label: `${seriesTitle(info!)} (${unitName(info!.unit)})`,
            isRight: info!.unit !== units[0],
            values: values[i],
          })),
          ...earlier.map((_, i) => ({ label: "", isFaint: true, values: values[series.length + i] })),
        ]}
        format={(value) => formatSeriesValue(value, units[0])}
        formatRight={(value) => formatSeriesValue(value, units[1] ?? units[0])}
        formatTime={formatMonth}
        height={320}
        embed={
          series.length === 1 ? { kind: "chart", path: seriesPath(series[0].info!.seriesKey) } : undefined
        }
      />
      <PublishedByIds ids={series.map((one) => one.info!.sourceKey)} />
      {units.length > 1 && (
        <p class="chart-note">
          Left: {unitName(units[0])}; right: {units.slice(1).map(unitName).join(", ")}.
        </p>
      )}
      {vintages !== undefined && earlier.length > 0 && (
        <Revisions vintages={vintages} earlier={earlier} newest={lines[0]} title={name} />
      )}
    </>
  );
}

interface ListProps {
  readonly all: readonly Series[];
  readonly keys: readonly string[];
  readonly onToggle: (key: string) => void;
}

function SeriesList({ all, keys, onToggle }: ListProps) {
  const query = useSignal("");
  const topic = useSignal("");
  const topics = [...new Set(all.map((one) => one.topic))].sort((a, b) =>
    topicName(a).localeCompare(topicName(b)),
  );
  const isSearch = query.value.trim() !== "" || topic.value !== "";
  const found = isSearch ? findSeries(all, query.value, topic.value) : [];
  const groups = isSearch
    ? [{ subject: "", series: found.slice(0, MAX_SHOWN) }]
    : askedFor(all).concat(
        keys.some((key) => !askedFor(all).some(({ series }) => series.some((one) => one.seriesKey === key)))
          ? [{ subject: "Drawn", series: all.filter(({ seriesKey }) => keys.includes(seriesKey)) }]
          : [],
      );
  return (
    <div>
      <div class="controls">
        <WordsField label="Find a series" text={query} />
        <Choice
          label="Topic"
          value={topic.value}
          options={[["", "Most popular"], ...topics.map((one) => [one, topicName(one)] as const)]}
          onPick={(picked) => set(topic, picked)}
        />
      </div>
      <div class="series-list">
        {groups.map(({ subject, series }) => (
          <div key={subject} role="group" aria-label={subject || "Found"}>
            {subject !== "" && <p class="subject">{subject}</p>}
            {series.map((one) => (
              <Press
                key={one.seriesKey}
                data-series={one.seriesKey}
                aria-pressed={keys.includes(one.seriesKey)}
                onClick={() => onToggle(one.seriesKey)}
              >
                {seriesName(one)} <br />
                <span class="muted small">
                  {joined([
                    regionName(one),
                    one.frequency,
                    unitName(one.unit),
                    one.latestPeriod && `to ${formatMonth(one.latestPeriod)}`,
                  ])}
                </span>
              </Press>
            ))}
          </div>
        ))}
        {isSearch && found.length === 0 && <p class="empty">No series matches.</p>}
      </div>
      <p class="small muted">
        {isSearch
          ? `${formatCount(found.length)} of ${formatCount(all.length)} series${found.length > MAX_SHOWN ? `, the first ${MAX_SHOWN} shown` : ""}.`
          : `${formatCount(all.length)} series: search, or pick a topic.`}{" "}
        Chart up to {MAX_DRAWN}.
      </p>
    </div>
  );
}

/**
 * Series that contain all words, in a topic: exact names first, then names that begin with the words; within
 * each the country before its parts.
 */
function findSeries(all: readonly Series[], query: string, topic: string): Series[] {
  const wanted = query.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const rank = (one: Series) => {
    const name = seriesName(one).toLowerCase();
    const place = name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2;
    return 2 * place + (regionName(one) === "Australia" ? 0 : 1);
  };
  return all
    .filter((one) => {
      const text = `${seriesTitle(one)} ${topicName(one.topic)} ${one.seriesKey}`.toLowerCase();
      return (topic === "" || one.topic === topic) && words.every((word) => text.includes(word));
    })
    .map((one) => ({ one, rank: rank(one) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** Popular series by subject; of alternatives the first that the data has is shown. */
const ASKED_FOR: readonly (readonly [subject: string, ...keys: string[]])[] = [
  ["Interest rates", "rates.cash_rate_target.aus"],
  [
    "Interest rates",
    "rates.lending_rates.housing_credit_new_loans_funded_in_the_month_owner_occupied_variable_rate_all_institutions.aus",
    "rates.mortgage_rate.variable.aus",
  ],
  ["Interest rates", "rates.lending_rates.housing_loans_banks_variable_standard_owner_occupier.aus"],
  ["Inflation", "cpi.annual_change.all_groups.aus", "cpi.index.all_groups.aus"],
  ["Inflation", "cpi.year_ended_trimmed_mean_inflation.aus.seasadj", "cpi.monthly_indicator.all_groups.aus"],
  ["Jobs and wages", "labour.unemployment_rate.total.aus.seasadj", "labour.unemployment_rate.total.aus"],
  ["Jobs and wages", "labour.participation_rate.total.aus.seasadj"],
  ["Jobs and wages", "wages.wpi_yoy.aus", "wages.wage_price_index.total.aus.seasadj"],
  ["Homes", "dwellings.mean_price.aus"],
  [
    "Homes",
    "house_prices.index.residential_property.aus",
    "house_prices.index_change_year.residential_property.aus",
  ],
  ["Homes", "rents.median_weekly.all.5000"],
  ["Homes", "approvals.dwelling_units.total.aus.seasadj", "approvals.dwelling_units.total.nsw.seasadj"],
  ["Homes", "approvals.dwelling_units.total.vic.seasadj"],
  ["Households", "households.household_debt_to_income.aus", "lending.housing_credit.total.aus.seasadj"],
  [
    "Households",
    "households.housing_interest_payments_to_income.aus.seasadj",
    "spending.household.total.aus.seasadj",
  ],
  ["Households", "population.erp.total.aus"],
  ["Households", "gdp.gross_domestic_product.total.aus.seasadj"],
];

function askedFor(all: readonly Series[]) {
  const byKey = new Map(all.map((one) => [one.seriesKey, one]));
  const found = ASKED_FOR.flatMap(([subject, ...keys]) => {
    const one = keys.map((key) => byKey.get(key)).find((series) => series !== undefined);
    return one === undefined ? [] : { subject, one };
  });
  return [...Map.groupBy(found, ({ subject }) => subject)].map(([subject, own]) => ({
    subject,
    series: own.map(({ one }) => one),
  }));
}
