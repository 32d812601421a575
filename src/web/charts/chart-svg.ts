import type uPlot from "uplot";
import { escaped } from "../keep/picture.tsx";
import { palette } from "../map/palettes.ts";

/** What uPlot found for an axis when it drew it; not part of its types. */
type DrawnAxis = uPlot.Axis & {
  readonly _splits: readonly number[] | null;
  readonly _values: readonly (string | null)[] | null;
};

interface DrawnLine {
  readonly label: string;
  readonly kind?: string;
  readonly isFaint?: boolean;
}

const LEGEND_LINE = 18;

/** A drawn chart as SVG elements, with its lines named below it. */
export function chartSvg(
  plot: uPlot,
  lines: readonly DrawnLine[],
  gaps: readonly (readonly [number, number])[],
) {
  const ratio = devicePixelRatio;
  const [left, top] = [plot.bbox.left / ratio, plot.bbox.top / ratio];
  const [width, height] = [plot.bbox.width / ratio, plot.bbox.height / ratio];
  const { muted, text } = palette.peek();
  const at = (value: number, scale: string) => Math.round(plot.valToPos(value, scale) * 10) / 10;
  const shaded = gaps.map(
    ([from, to]) =>
      `<rect x="${at(from, "x")}" width="${Math.max(2, at(to, "x") - at(from, "x"))}" height="${height}" fill="${text}" fill-opacity=".08"/>`,
  );
  const axes = (plot.axes as DrawnAxis[]).flatMap(({ scale = "x", side, _splits, _values, grid }) =>
    (_splits ?? []).map((value, i) => {
      const place = at(value, scale);
      const words = escaped(String(_values?.[i] ?? ""));
      if (scale === "x")
        return `<path d="M${place} 0v${height}" stroke="${muted}" stroke-opacity=".2"/><text x="${place}" y="${height + 18}" text-anchor="middle">${words}</text>`;
      const rule =
        grid?.show === false ? "" : `<path d="M0 ${place}h${width}" stroke="${muted}" stroke-opacity=".2"/>`;
      return `${rule}<text x="${side === 1 ? width + 8 : -8}" y="${place + 4}" text-anchor="${side === 1 ? "start" : "end"}">${words}</text>`;
    }),
  );
  const drawn = lines.map((line, i) => {
    const { stroke, width: thick, scale = "y" } = plot.series[i + 1];
    const colour = typeof stroke === "function" ? String(stroke(plot, i + 1)) : String(stroke);
    const d = pathOf(plot.data[0], plot.data[i + 1], line.kind === "steps", (value, name) =>
      at(value, name ?? scale),
    );
    return {
      line,
      colour,
      path: `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${thick ?? 2}" stroke-linejoin="round"/>`,
    };
  });
  const named = drawn.filter(({ line }) => line.isFaint !== true);
  const legend = named.map(({ line, colour }, i) => {
    const y = plot.height - 4 + i * LEGEND_LINE;
    return `<rect x="${left}" y="${y}" width="12" height="12" fill="${colour}"/><text x="${left + 18}" y="${y + 10}">${escaped(line.label)}</text>`;
  });
  const body = `<g font-size="12" fill="${muted}"><g transform="translate(${left} ${top})">${shaded.join("")}${axes.join("")}${drawn.map(({ path }) => path).join("")}</g>${legend.join("")}</g>`;
  return { width: plot.width, height: plot.height + named.length * LEGEND_LINE, body };
}

/** A line through its points: what was not measured breaks it, what merely has no point there does not. */
function pathOf(
  times: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  isStepped: boolean,
  at: (value: number, scale?: string) => number,
): string {
  let [d, isOpen] = ["", false];
  for (let i = 0; i < times.length; i++) {
    const value = values[i];
    if (value === null && !isStepped) isOpen = false;
    if (value === null || value === undefined) continue;
    const [x, y] = [at(times[i], "x"), at(value)];
    d += isOpen ? (isStepped ? `H${x}V${y}` : `L${x} ${y}`) : `M${x} ${y}`;
    isOpen = true;
  }
  return d;
}
