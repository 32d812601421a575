import { countryNow } from "../../data/country.ts";
import { palette } from "../../map/palettes.ts";
import { Remove } from "../../parts/controls.tsx";
import { formatCount } from "../../parts/format.ts";
import { MetricPicker } from "../../parts/metric-picker.tsx";
import { valueText } from "../../parts/suburb-figures.ts";
import { adjustView, changeView, settleView } from "../../view/navigate.ts";
import { inFrame } from "../../view/painting.ts";
import { selection } from "../../view/selection.ts";
import { view } from "../../view/view-state.ts";

const MAX_ROWS = 50;

/** Ranking by adjustable weights, with the results of RankSuburbs, computed in the browser. */
export function ScorePanel() {
  const [now, picked] = [countryNow(), selection.value];
  const { weights } = view.value;
  if (now === undefined || picked === undefined) return <p class="muted">Loading…</p>;
  const usable = weights.filter(
    ({ metricKey }) => now.frame.has(metricKey) && now.metrics.get(metricKey)?.categoryLabels.length === 0,
  );
  const ranking =
    usable.length === 0 || !now.frame.has("population")
      ? undefined
      : now.frame.rank(usable, picked.words, MAX_ROWS);
  const { salNames, stateCodes, salCodes } = now.frame.index;
  const colours = palette.value.categories;
  const colourOf = (key: string) =>
    colours[weights.findIndex(({ metricKey }) => metricKey === key) % colours.length];
  /** A slider at 0 sets 0.25, as a weight must not be 0. */
  const setWeight = (key: string, { value }: HTMLInputElement, isDone: boolean) => {
    const weight = Number(value) || 0.25;
    const next = weights.map((one) => (one.metricKey === key ? { ...one, weight } : one));
    inFrame("weights", () => {
      adjustView({ weights: next });
      if (isDone) settleView();
    });
  };
  return (
    <div class="score">
      <div class="weights">
        {weights.map(({ metricKey, weight }) => (
          <label key={metricKey} class="weight">
            <span>
              <span class="swatch" style={{ background: colourOf(metricKey) }} />{" "}
              {now.metrics.get(metricKey)?.label ?? metricKey}
            </span>
            <input
              type="range"
              min={-3}
              max={3}
              step={0.25}
              value={weight}
              aria-valuetext={weightText(weight)}
              onInput={({ currentTarget }) => setWeight(metricKey, currentTarget, false)}
              onChange={({ currentTarget }) => setWeight(metricKey, currentTarget, true)}
            />
            <output class="small muted">{weightText(weight)}</output>
            <Remove
              class="quiet"
              aria-label={`Remove ${metricKey}`}
              onClick={() => changeView({ weights: weights.filter((one) => one.metricKey !== metricKey) })}
            />
          </label>
        ))}
        <MetricPicker
          label="+ add to the score"
          isQuantity
          but={weights.map(({ metricKey }) => metricKey)}
          onPick={(metricKey) => changeView({ weights: [...weights, { metricKey, weight: 1 }] })}
        />
        <p class="muted small">
          Each metric counts by its percentile among all suburbs of the country.
          {ranking &&
            ranking.excludedCount > 0 &&
            ` ${formatCount(ranking.excludedCount)} of ${formatCount(ranking.candidateCount)} matching suburbs lack data for one of them and are left out.`}
        </p>
      </div>
      <ol class="ranking">
        {ranking?.rows.map((row, i) => (
          <li key={row.position}>
            <span class="rank">{i + 1}</span>
            <a href={`/suburb/${salCodes[row.position]}`}>{salNames[row.position]}</a>
            <span class="muted small"> {stateCodes[row.position]}</span>
            <span
              class="score-bar"
              title={usable
                .map(({ metricKey }) => `${metricKey}: ${valueText(metricKey, row.position)}`)
                .join(", ")}
            >
              {row.contributions.map(({ contribution }, c) => (
                <span
                  key={usable[c].metricKey}
                  style={{
                    width: `${contribution * 100}%`,
                    background: colourOf(usable[c].metricKey),
                  }}
                />
              ))}
            </span>
            <span class="number small">{(row.score * 100).toFixed(1)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const STRENGTHS = [
  [2.5, "very important"],
  [1.5, "important"],
  [0.75, "counts"],
  [0, "counts little"],
] as const;

function weightText(weight: number): string {
  const [, strength] = STRENGTHS.find(([least]) => Math.abs(weight) >= least)!;
  return `${weight > 0 ? "higher is better" : "lower is better"}, ${strength}`;
}
