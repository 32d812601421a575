import { country, countryNow } from "../data/country.ts";
import { valueText } from "../parts/suburb-figures.ts";
import { view } from "../view/view-state.ts";
import type { Station } from "./map-over.ts";

/** Name, state and value of the coloured metric, for screen readers. */
export function describeSuburb(position: number): string {
  const now = country.peek();
  if (now === undefined) return "";
  const { salNames, stateCodes } = now.frame.index;
  const { by } = view.peek();
  return `${salNames[position]}, ${stateCodes[position]}: ${now.metrics.get(by)?.label ?? by} ${valueText(by, position)}`;
}

/** Values of the coloured metric and of the first metrics with a histogram, six at most. */
export function ShownFigures({ position }: { position: number }) {
  const metrics = countryNow()?.metrics;
  const { by, histograms } = view.value;
  const keys = [...new Set([by, ...histograms])].filter((key) => metrics?.has(key)).slice(0, 6);
  return (
    <dl>
      {keys.map((key) => (
        <div key={key} class={key === by ? "is-by" : ""}>
          <dt>{metrics!.get(key)!.label}</dt>
          <dd data-metric={key}>{valueText(key, position)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface HoverCardProps {
  readonly at: {
    readonly position: number;
    readonly x: number;
    readonly y: number;
    readonly station?: Station | undefined;
  };
  readonly width: number;
}

export function HoverCard({ at: { position, x, y, station }, width }: HoverCardProps) {
  const now = countryNow();
  if (now === undefined) return null;
  const { salNames, stateCodes, postcodes, councils } = now.frame.index;
  const isLeft = x > width - 260;
  return (
    <div
      class="hover-card"
      style={{ left: `${isLeft ? x - 252 : x + 14}px`, top: `${Math.max(4, y - 20)}px` }}
    >
      <strong>{salNames[position]}</strong>
      <span class="muted">
        {" "}
        {stateCodes[position]} {postcodes[position]}
      </span>
      {station && (
        <div>
          {station.name} station{station.operator && <span class="muted small"> {station.operator}</span>}
        </div>
      )}
      {councils[position] && <div class="muted small">{councils[position]}</div>}
      <ShownFigures position={position} />
    </div>
  );
}
