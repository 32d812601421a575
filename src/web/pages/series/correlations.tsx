import { useSignal } from "@preact/signals";
import { Answer } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { isDark, mix } from "../../map/palettes.ts";
import { Rows } from "../../parts/cite.tsx";
import { Press, set, Tick } from "../../parts/controls.tsx";
import { Section } from "../../parts/section.tsx";
import { type SeriesFacts, seriesTitle } from "../../parts/series-names.ts";

const LAGS = 12;
/** Pairs to request, so that enough are left when those without meaning are left out. */
const MAX_ASKED = 200;
const MAX_SHOWN = 12;

interface CorrelationsProps {
  readonly base: SeriesFacts;
  readonly all: readonly SeriesFacts[];
  readonly onPick: (key: string) => void;
}

/** Series that correlate with a series: a row per pair, a cell per month of lag, the best lag in words. */
export function Correlations({ base, all, onPick }: CorrelationsProps) {
  const isYearly = useSignal(true);
  return (
    <Section title={`Correlated series: ${seriesTitle(base)}`} kind="card">
      <Tick isOn={isYearly.value} onTick={(isOn) => set(isYearly, isOn)} kind="small">
        compare year-on-year changes, not levels
      </Tick>
      <Answer
        of={terrace.explorer.correlateSeries}
        to={{
          baseSeriesKeys: [base.seriesKey],
          transform: isYearly.value ? 2 : 1,
          minLagMonths: -LAGS,
          maxLagMonths: LAGS,
          windowMonths: 60,
          limit: MAX_ASKED,
        }}
        what="correlations"
      >
        {({ correlations, totalCount }) => {
          const byKey = new Map(all.map((one) => [one.seriesKey, one]));
          const judged = correlations.map((pair) => ({
            pair,
            why: whyLeftOut(pair, base, byKey.get(pair.overlaySeriesKey)),
          }));
          const shown = judged.filter(({ why }) => why === undefined).slice(0, MAX_SHOWN);
          const left = (reason: string) => judged.filter(({ why }) => why === reason).length;
          return shown.length === 0 ? (
            <p class="empty">No other series has {MIN_MONTHS} months in common with it.</p>
          ) : (
            <>
              <Rows
                kind="correlations"
                rows={shown}
                columns={[
                  [
                    "Series",
                    ({ pair: { overlaySeriesKey: key } }) => (
                      <Press class="quiet" data-series={key} onClick={() => onPick(key)}>
                        {byKey.has(key) ? seriesTitle(byKey.get(key)!) : key}
                      </Press>
                    ),
                  ],
                  [
                    "Correlation (95 % interval)",
                    ({ pair: { r, ciLow, ciHigh } }) => (
                      <>
                        {r.toFixed(2)}{" "}
                        <span class="muted small nowrap">
                          ({ciLow.toFixed(2)} to {ciHigh.toFixed(2)})
                        </span>
                      </>
                    ),
                    "number",
                  ],
                  [
                    "12 months earlier … later",
                    ({ pair: { bestLagMonths, lags } }) => (
                      <span class="heat" role="img" aria-label={`best at ${bestLagMonths} months`}>
                        {lags.map(({ lagMonths, r, n }) => (
                          <span
                            key={lagMonths}
                            title={`${lagMonths} months: ${r === undefined ? "too few months" : r.toFixed(2)} (n ${n})`}
                            style={{
                              background: heatColour(r),
                              outline: lagMonths === bestLagMonths ? "2px solid var(--text)" : "none",
                            }}
                          />
                        ))}
                      </span>
                    ),
                  ],
                  [
                    "In words",
                    ({ pair: { r, bestLagMonths, n } }) => `${inWords(r, bestLagMonths)} Over ${n} months.`,
                    "small",
                  ],
                ]}
              />
              <p class="chart-note">
                {totalCount} series compared, so some will correlate strongly by chance. The range treats
                months as independent; the true range is wider. Left out of the strongest {judged.length}:{" "}
                {left("same")} that are variants of the same series, {left("short")} with fewer than{" "}
                {MIN_MONTHS} months in common.
              </p>
            </>
          );
        }}
      </Answer>
    </Section>
  );
}

function inWords(r: number, lag: number): string {
  const months = `${Math.abs(lag)} month${Math.abs(lag) === 1 ? "" : "s"}`;
  const how = r > 0 ? "in the same direction" : "in the opposite direction";
  if (lag === 0) return `Moves with it, ${how}.`;
  return lag > 0 ? `Follows ${months} later, ${how}.` : `Leads by ${months}, ${how}.`;
}

function heatColour(r: number | undefined): string {
  if (r === undefined) return "transparent";
  const [low, middle, high] = isDark.value
    ? ["#c98a45", "#26313b", "#4f93bf"]
    : ["#8c4a10", "#f2f2f0", "#12507f"];
  return mix(r < 0 ? low : high, middle, Math.abs(r));
}

/** Parts of metric keys that name the form of a figure, not what it measures. */
const FORM =
  /_?(index|change|annual|year|ended|quarterly|monthly|month_end|announced|yoy|original|total|seasadj|trend)(?=_|$)/g;

/** Whether two series are forms of one: an index and its change, original and seasonally adjusted. */
function isSameSeries(a: SeriesFacts, b: SeriesFacts): boolean {
  const stem = ({ topic, metric, product, regionName }: SeriesFacts) =>
    [topic, metric.replaceAll(FORM, "").replace(/^_/, ""), product, regionName].join(" ");
  return stem(a) === stem(b);
}

interface Pair {
  readonly r: number;
  readonly n: number;
  readonly bestLagMonths: number;
}

/** Minimum common months for a meaningful correlation. */
const MIN_MONTHS = 36;
/** Pairs that correlate more than this at lag 0 are one series under two names. */
const ONE_THING = 0.99;

/** Why a pair is left out; undefined if it is not. */
function whyLeftOut(pair: Pair, base: SeriesFacts, other: SeriesFacts | undefined) {
  if (pair.n < MIN_MONTHS) return "short";
  if (other !== undefined && isSameSeries(base, other)) return "same";
  return Math.abs(pair.r) >= ONE_THING && pair.bestLagMonths === 0 ? "same" : undefined;
}
