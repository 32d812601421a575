import type { LinePlan } from "./plan-lines.ts";

/** SVG content of a line chart: gaps, grid, axis labels, lines. Also used by server-rendered pages. */
export function DrawnLines({ plan }: { plan: LinePlan }) {
  const { left, right, top, bottom, sides, times, gaps, lines } = plan;
  const rules = [
    ...sides[0].map(({ y }) => `M${left} ${y}H${right}`),
    ...times.map(({ x }) => `M${x} ${top}V${bottom}`),
  ];
  return (
    <>
      {gaps.map(({ x, width }) => (
        <rect key={x} class="gap" x={x} y={top} width={width} height={bottom - top} />
      ))}
      <path class="grid" d={rules.join("")} />
      {sides.map((marks, side) =>
        marks.map(({ y, text }) => (
          <text x={side === 0 ? left - 6 : right + 6} y={y + 4} text-anchor={side === 0 ? "end" : "start"}>
            {text}
          </text>
        )),
      )}
      {times.map(({ x, text }) => (
        <text x={x} y={bottom + 22} text-anchor="middle">
          {text}
        </text>
      ))}
      {lines.map(({ line, runs, base }) => (
        <g style={line.colour && { "--ink": line.colour }}>
          {line.kind === "area" && (
            <path class="area" d={runs.map((run) => `${pathOf(run)}V${base}H${run[0].x}z`).join("")} />
          )}
          <path
            class={`line${line.isFaint ? " is-faint" : ""}`}
            d={runs.map((run) => pathOf(run, line.kind === "steps")).join("")}
          />
          {line.kind === "steps" && (
            <path
              class="dots"
              d={runs
                .flat()
                .map(({ x, y }) => `M${x} ${y}h0`)
                .join("")}
            />
          )}
        </g>
      ))}
    </>
  );
}

/** SVG path data through points; a single point becomes a dot. */
function pathOf(points: readonly { x: number; y: number }[], isStepped = false): string {
  const [{ x: startX, y: startY }, ...rest] = points;
  const steps = rest.map(({ x, y }) => (isStepped ? `H${x}V${y}` : `L${x} ${y}`));
  return `M${startX} ${startY}${rest.length === 0 ? "h0" : steps.join("")}`;
}
