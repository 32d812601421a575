import { formatNumber } from "../../parts/format.ts";

const WIDTH = 90;
const HEIGHT = 22;
const EDGE = 2;

/** A few values as a line; its name tells the first and the last. */
export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return <span class="is-unknown">one period</span>;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, i) => {
    const x = EDGE + ((WIDTH - 2 * EDGE) * i) / (values.length - 1);
    const share = high === low ? 0.5 : (value - low) / (high - low);
    return `${x.toFixed(1)},${(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share).toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`${values.length} periods, from ${formatNumber(values[0])} to ${formatNumber(values.at(-1)!)} %`}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
