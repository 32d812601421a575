import { inStates } from "terrace/client";
import { columnsVersion, country } from "../../data/country.ts";
import { valueText } from "../../map/hover-card.tsx";
import { formatShare, unitNote } from "../../parts/format.ts";
import { SourceNote } from "../../parts/source-note.tsx";

/** What a suburb's page shows first. */
export const FIGURE_KEYS = [
  "price",
  "income",
  "population",
  "age",
  "born_overseas",
  "unemployment_rate",
  "pct_bachelor_or_higher",
  "seifa_irsad_decile_aus",
  "distance_to_coast",
  "nearest_train",
  "amenity_density",
  "bushfire_prone_share_pct",
];

/** Values with their places among the suburbs of the state and of the country. */
export function Figures({ position }: { position: number }) {
  const now = country.value;
  columnsVersion.value;
  if (now === undefined) return null;
  const state = now.frame.index.stateCodes[position];
  return (
    <section class="figures" aria-label="Figures">
      {FIGURE_KEYS.flatMap((key) => now.metrics.get(key) ?? []).map((metric) => {
        const text = valueText(metric.key, position);
        return (
          <div class="figure" key={metric.key}>
            <h3>
              <span>{metric.label}</span> <SourceNote metric={metric} />
            </h3>
            <p class={`value ${text === "no data" ? "is-unknown" : ""}`} data-metric={metric.key}>
              {text} <span class="small muted">{unitNote(metric.unit)}</span>
            </p>
            {text === "no data" ? (
              <p class="small muted">
                Published for {formatShare(metric.dataCount / metric.totalCount)} of suburbs.
              </p>
            ) : (
              <>
                <Place name={state} share={shareBelow(metric.key, position, state)} />
                <Place
                  name="nation"
                  share={now.frame.has(metric.key) ? now.frame.percentile(metric.key, position) : undefined}
                />
              </>
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Where a value is among others: left the lowest, right the highest. */
function Place({ name, share }: { name: string; share: number | undefined }) {
  if (share === undefined) return null;
  return (
    <div class="range-row">
      <span>{name}</span>
      <span
        class="range-track"
        role="img"
        aria-label={`higher than ${formatShare(share)} of suburbs, ${name}`}
      >
        <span class="range-mid" />
        <span class="range-mark" style={{ left: `${share * 100}%` }} />
      </span>
      <span class="number">{Math.round(share * 100)}</span>
    </div>
  );
}

/** Share of the state's suburbs with data that lie lower, half of the equal ones counted. */
function shareBelow(key: string, position: number, state: string): number | undefined {
  const frame = country.peek()?.frame;
  if (frame?.has(key) !== true) return undefined;
  const column = frame.column(key);
  const value = column.at(position);
  if (value === undefined) return undefined;
  let [lower, same, all] = [0, 0, 0];
  for (const i of frame.positions(frame.match(inStates([state])))) {
    const other = column.at(i);
    if (other === undefined) continue;
    all++;
    if (other < value) lower++;
    else if (other === value) same++;
  }
  return (lower + same / 2) / all;
}
