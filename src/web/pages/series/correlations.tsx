import { useSignal } from "@preact/signals";
import { Shown, useAsked } from "../../data/ask.tsx";
import { terrace } from "../../data/terrace.ts";
import { isDark, mix } from "../../map/palettes.ts";
import { formatNumber } from "../../parts/format.ts";

const LAGS = 12;

/** What moves with a series, earlier or later: a row a pair, a cell a month of lead or lag, and the best in words. */
export function Correlations({ base, onPick }: { base: string; onPick: (key: string) => void }) {
  const isYearly = useSignal(true);
  const asked = useAsked(
    (signal) =>
      terrace.explorer.correlateSeries(
        {
          baseSeriesKeys: [base],
          transform: isYearly.value ? 2 : 1,
          minLagMonths: -LAGS,
          maxLagMonths: LAGS,
          windowMonths: 60,
          limit: 15,
        },
        { signal },
      ),
    [base, isYearly.value],
  );
  return (
    <section class="card">
      <h2>Moves with {base}</h2>
      <label class="small">
        <input
          type="checkbox"
          checked={isYearly.value}
          onChange={(event) => {
            isYearly.value = event.currentTarget.checked;
          }}
        />{" "}
        changes over a year, not levels
      </label>
      <Shown asked={asked} what="correlations">
        {({ correlations, totalCount }) =>
          correlations.length === 0 ? (
            <p class="empty">Nothing has 12 months in common with it.</p>
          ) : (
            <>
              <div class="table-wrap">
                <table class="plain correlations">
                  <thead>
                    <tr>
                      <th scope="col">Series</th>
                      <th scope="col" class="number">
                        r
                      </th>
                      <th scope="col">12 months before … after</th>
                      <th scope="col">In words</th>
                    </tr>
                  </thead>
                  <tbody>
                    {correlations.map((pair) => (
                      <tr key={pair.overlaySeriesKey}>
                        <th scope="row">
                          <button type="button" class="quiet" onClick={() => onPick(pair.overlaySeriesKey)}>
                            {pair.overlaySeriesKey}
                          </button>
                        </th>
                        <td
                          class="number"
                          title={`95 % from ${formatNumber(pair.ciLow)} to ${formatNumber(pair.ciHigh)}, ${pair.n} months`}
                        >
                          {pair.r.toFixed(2)}{" "}
                          <span class="muted small">
                            [{pair.ciLow.toFixed(2)}, {pair.ciHigh.toFixed(2)}] n {pair.n}
                          </span>
                        </td>
                        <td>
                          <span class="heat" role="img" aria-label={`best at ${pair.bestLagMonths} months`}>
                            {pair.lags.map(({ lagMonths, r, n }) => (
                              <span
                                key={lagMonths}
                                title={`${lagMonths} months: ${r === undefined ? "too few months" : r.toFixed(2)} (n ${n})`}
                                style={{
                                  background: heatColour(r),
                                  outline:
                                    lagMonths === pair.bestLagMonths ? "2px solid var(--text)" : "none",
                                }}
                              />
                            ))}
                          </span>
                        </td>
                        <td class="small">{inWords(pair.r, pair.bestLagMonths)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p class="chart-note">
                {totalCount} pairs looked at; the strongest are bound to look strong. Months count as
                independent, so the true range is wider.
              </p>
            </>
          )
        }
      </Shown>
    </section>
  );
}

function inWords(r: number, lag: number): string {
  const months = `${Math.abs(lag)} month${Math.abs(lag) === 1 ? "" : "s"}`;
  const how = r > 0 ? "the same way" : "the other way";
  if (lag === 0) return `Move together, ${how}.`;
  return lag > 0
    ? `This one leads by ${months}; it follows ${how}.`
    : `It leads by ${months}; this one follows ${how}.`;
}

function heatColour(r: number | undefined): string {
  if (r === undefined) return "transparent";
  const [low, middle, high] = isDark.value
    ? ["#c98a45", "#26313b", "#4f93bf"]
    : ["#8c4a10", "#f2f2f0", "#12507f"];
  return mix(r < 0 ? low : high, middle, Math.abs(r));
}
