import { useSignal } from "@preact/signals";
import { alignLines } from "../../charts/align-lines.ts";
import { LineChart } from "../../charts/line-chart.tsx";
import { Shown, useAsked } from "../../data/ask.tsx";
import { secondsOf } from "../../data/stamps.ts";
import { terrace } from "../../data/terrace.ts";
import { formatMonth, formatNumber } from "../../parts/format.ts";
import { Correlations } from "./correlations.tsx";

/** Economic series: find, draw up to four together, and see what moves with the first. */
export function SeriesPage() {
  const query = useSignal("");
  const topic = useSignal("");
  const keys = useSignal<readonly string[]>(["rates.cash_rate_target.aus"]);
  const list = useAsked((signal) => terrace.economy.listEconomicSeries({ limit: 500 }, { signal }), []);
  const data = useAsked(
    async (signal) =>
      keys.value.length === 0
        ? undefined
        : terrace.economy.getEconomicSeries(
            { seriesKeys: [...keys.value], maxObservations: 600 },
            { signal },
          ),
    [keys.value.join()],
  );
  const toggle = (key: string) => {
    keys.value = keys.value.includes(key)
      ? keys.value.filter((one) => one !== key)
      : [...keys.value, key].slice(-4);
  };
  return (
    <article class="page">
      <header>
        <h1>Economic series</h1>
      </header>
      <div class="two">
        <div>
          <Shown asked={list} what="the series">
            {({ series }) => {
              const topics = [...new Set(series.map((one) => one.topic))].sort();
              const wanted = query.value.toLowerCase().split(/\s+/);
              const shown = series.filter(
                (one) =>
                  (topic.value === "" || one.topic === topic.value) &&
                  wanted.every((word) => `${one.seriesKey} ${one.regionName}`.toLowerCase().includes(word)),
              );
              return (
                <>
                  <div class="controls">
                    <input
                      type="search"
                      aria-label="Find a series"
                      placeholder="Find a series"
                      value={query.value}
                      onInput={(event) => {
                        query.value = event.currentTarget.value;
                      }}
                    />
                    <select
                      aria-label="Topic"
                      value={topic.value}
                      onChange={(event) => {
                        topic.value = event.currentTarget.value;
                      }}
                    >
                      <option value="">All topics</option>
                      {topics.map((one) => (
                        <option key={one} value={one}>
                          {one}
                        </option>
                      ))}
                    </select>
                  </div>
                  <div class="series-list">
                    {shown.slice(0, 120).map((one) => (
                      <button
                        key={one.seriesKey}
                        type="button"
                        aria-pressed={keys.value.includes(one.seriesKey)}
                        onClick={() => toggle(one.seriesKey)}
                      >
                        {seriesName(one)} <br />
                        <span class="muted small">
                          {one.topic} · {one.regionName} · {one.frequency}
                          {one.adjustment === "seasadj" && ", seasonally adjusted"} · {one.unit}
                        </span>
                      </button>
                    ))}
                    {shown.length === 0 && <p class="empty">No series is called that.</p>}
                  </div>
                  <p class="small muted">
                    {shown.length} series{shown.length > 120 && ", the first 120 shown"}. Pick up to four.
                  </p>
                </>
              );
            }}
          </Shown>
        </div>
        <div>
          <Shown asked={data} what="the numbers">
            {(answer) => {
              const series = answer?.series ?? [];
              if (series.length === 0) return <p class="empty">Pick a series to draw it.</p>;
              const { times, values } = alignLines(
                series.map(({ observations, info }) => ({
                  points: new Map(observations.map(({ period, value }) => [secondsOf(period), value])),
                  mostGapDays: REACH_DAYS[info?.frequency ?? ""] ?? 8,
                })),
              );
              const units = [...new Set(series.map((one) => one.info?.unit ?? ""))];
              return (
                <>
                  <LineChart
                    label="Economic series"
                    times={times}
                    lines={series.map(({ info }, i) => ({
                      label: `${seriesName(info!)}, ${info!.regionName} (${info!.unit})`,
                      isRight: info!.unit !== units[0],
                      values: values[i],
                    }))}
                    format={formatNumber}
                    formatTime={formatMonth}
                    height={320}
                  />
                  <p class="chart-note">
                    {series
                      .map((one) => `${one.info!.sourceKey} · ${one.info!.sourceLicence}`)
                      .filter((text, i, all) => all.indexOf(text) === i)
                      .join("; ")}
                    {units.length > 1 && ` · ${units[0]} at the left, others at the right`}
                  </p>
                </>
              );
            }}
          </Shown>
          {keys.value.length > 0 && <Correlations base={keys.value[0]} onPick={toggle} />}
        </div>
      </div>
    </article>
  );
}

/** Days between two points of a series, with room for months of 31 days; a day or a week where it says nothing else. */
const REACH_DAYS: Readonly<Record<string, number>> = {
  monthly: 32,
  quarterly: 93,
  biannual: 185,
  annual: 367,
};

export function seriesName({ metric, product }: { metric: string; product: string }): string {
  const text = [metric, product].filter(Boolean).join(", ").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
