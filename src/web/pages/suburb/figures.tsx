import { allOf, hasData, inStates, range, type WhereExpression } from "terrace/client";
import { country, countryNow, type Metric, sourcesOfMetrics } from "../../data/country.ts";
import { hasFigures } from "../../data/metric-groups.ts";
import { EmbedDetails } from "../../keep/embed-body.tsx";
import { originOf, originText } from "../../parts/citation.ts";
import { Cite } from "../../parts/cite.tsx";
import { formatShare, unitNote } from "../../parts/format.ts";
import { SourceNote } from "../../parts/source-note.tsx";
import { valueText, whyEmpty } from "../../parts/suburb-figures.ts";
import { isNational } from "../../rendered/rankings/rules.ts";
import { PREFERRED } from "../../view/preferences.ts";

const MAX_FIGURES = 12;

/** Key figures of a suburb, each with its percentiles within the state and the country. */
export function Figures({ position }: { position: number }) {
  const now = countryNow();
  if (now === undefined) return null;
  const state = now.frame.index.stateCodes[position];
  const path = `/suburb/${now.frame.index.salCodes[position]}`;
  const wanted = PREFERRED.figures.flatMap((key) => now.metrics.get(key) ?? []).filter(hasFigures);
  const isKnown = ({ key }: Metric) =>
    !now.frame.has(key) || now.frame.column(key).at(position) !== undefined;
  const shown = wanted.filter(isKnown).slice(0, MAX_FIGURES);
  const unknown = Map.groupBy(
    wanted.filter((metric) => !isKnown(metric)),
    ({ key }) => whyEmpty(key, position),
  );
  return (
    <>
      <section class="figures" aria-label="Figures">
        {shown.map((metric) => (
          <div class="figure" key={metric.key}>
            <h2>
              <span>{metric.label}</span>{" "}
              <SourceNote metric={metric}>
                <EmbedDetails kind="figure" path={path} figure={metric.key} />
              </SourceNote>
            </h2>
            <p class="value" data-metric={metric.key}>
              {valueText(metric.key, position)} <span class="small muted">{unitNote(metric.unit)}</span>
            </p>
            {placesOf(metric, position, state).map(([name, share]) => (
              <Place key={name} name={name} share={share} />
            ))}
            <p class="small muted">{originText(originOf(sourcesOfMetrics([metric.key])))}</p>
          </div>
        ))}
      </section>
      <p class="chart-note">
        The bars show how many suburbs of the state and of Australia have a lower figure.
        {[...unknown].map(
          ([why, metrics]) =>
            ` ${why[0].toUpperCase()}${why.slice(1)}: ${metrics.map(({ label }) => label).join("; ")}.`,
        )}
      </p>
      <Cite what="Figures" embed={{ kind: "table", path }} />
    </>
  );
}

/** Position of a value among others: the lowest at the left, the highest at the right. */
function Place({ name, share }: { name: string; share: number }) {
  return (
    <div class="range-row">
      <span>{name}</span>
      <span
        class="range-track"
        role="img"
        aria-label={`higher than ${formatShare(share)} of the suburbs of ${name}`}
      >
        <span class="range-mid" />
        <span class="range-mark" style={{ left: `${share * 100}%` }} />
      </span>
      <span class="number">{Math.round(share * 100)} %</span>
    </div>
  );
}

/**
 * Percentiles: share of the suburbs with a lower value, counting half of the equal ones. Of the state, and of
 * the country unless states' figures are not comparable or only this state has them.
 */
function placesOf(metric: Metric, position: number, state: string): readonly [name: string, share: number][] {
  const frame = country.peek()?.frame;
  if (frame?.has(metric.key) !== true) return [];
  const value = frame.column(metric.key).at(position);
  if (value === undefined) return [];
  // Suburbs with an equal value are in both counts.
  const countInState = (condition: WhereExpression) =>
    frame.count(frame.match(allOf([inStates([state]), condition])));
  const all = countInState(hasData(metric.key));
  const upTo = countInState(range(metric.key, undefined, value));
  const atLeast = countInState(range(metric.key, value));
  const inState: [string, number] = [state, (all + upTo - atLeast) / (2 * all)];
  const inCountry =
    isNational(metric) && all < metric.dataCount ? frame.percentile(metric.key, position) : undefined;
  return inCountry === undefined ? [inState] : [inState, ["Australia", inCountry]];
}
