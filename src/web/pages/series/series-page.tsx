import { useSignal } from "@preact/signals";
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
              const times = [
                ...new Set(series.flatMap((one) => one.observations.map(({ period }) => secondsOf(period)))),
              ].sort((a, b) => a - b);
              const units = [...new Set(series.map((one) => one.info?.unit ?? ""))];
              return (
                <>
                  <LineChart
                    label="Economic series"
                    times={times}
                    lines={series.map((one) => {
                      const values = new Map(
                        one.observations.map(({ period, value }) => [secondsOf(period), value]),
                      );
                      return {
                        label: `${seriesName(one.info!)}, ${one.info!.regionName} (${one.info!.unit})`,
                        isRight: one.info!.unit !== units[0],
                        values: fill(times, values, one.info!.frequency),
                      };
                    })}
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

/** Series of different frequencies share an axis: between its own points a line goes on, elsewhere it has none. */
function fill(
  times: readonly number[],
  values: ReadonlyMap<number, number>,
  frequency: string,
): (number | null)[] {
  const reach = { monthly: 32, quarterly: 93, biannual: 185, annual: 367 }[frequency] ?? 8;
  const known = [...values.keys()];
  let at = 0;
  return times.map((time) => {
    const value = values.get(time);
    if (value !== undefined) return value;
    while (at + 1 < known.length && known[at + 1] <= time) at++;
    const [before, after] = [known[at], known[at + 1]];
    if (after === undefined || before > time || after - before > reach * 86_400) return null;
    return (
      values.get(before)! + ((values.get(after)! - values.get(before)!) * (time - before)) / (after - before)
    );
  });
}

export function seriesName({ metric, product }: { metric: string; product: string }): string {
  const text = [metric, product].filter(Boolean).join(", ").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
