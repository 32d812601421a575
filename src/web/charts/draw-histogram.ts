import { canvasVectors } from "../keep/seen-drawing.ts";
import { mix, type Palette } from "../map/palettes.ts";

/** Counts of a histogram: of the whole scope, of those that pass the other conditions, of those that pass all. */
export interface HistogramCounts {
  readonly all: Uint32Array;
  readonly others: Uint32Array;
  readonly matched: Uint32Array;
}

interface Bar {
  readonly colour: string;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

/** The bars over one another from the lowest up, heights by the root so that small bins can be seen. */
function barsOf(
  { all, others, matched }: HistogramCounts,
  bins: number,
  { accent, surface, muted }: Palette,
  [width, height]: readonly [number, number],
  ratio: number,
): Bar[] {
  const most = all.subarray(0, bins).reduce((a, b) => Math.max(a, b), 1);
  const gap = width / bins > 5 * ratio ? ratio : 0;
  const layers = [
    [all, mix(muted, surface, 0.28)],
    [others, mix(accent, surface, 0.45)],
    [matched, accent],
  ] as const;
  const bars: Bar[] = [];
  for (const [counts, colour] of layers)
    for (let i = 0; i < bins; i++) {
      if (counts[i] === 0) continue;
      const x = Math.round((i * width) / bins);
      const end = Math.round(((i + 1) * width) / bins);
      const tall = Math.max(ratio, Math.sqrt(counts[i] / most) * height);
      bars.push({ colour, x, width: Math.max(1, end - x - gap), height: tall });
    }
  return bars;
}

/** Draws a histogram, which can then be had as vectors too. */
export function drawHistogram(
  canvas: HTMLCanvasElement,
  counts: HistogramCounts,
  bins: number,
  colours: Palette,
): void {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
  if (width === 0 || bins === 0) return;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d")!;
  context.clearRect(0, 0, width, height);
  for (const bar of barsOf(counts, bins, colours, [width, height], ratio)) {
    context.fillStyle = bar.colour;
    context.fillRect(bar.x, height - bar.height, bar.width, bar.height);
  }
  canvasVectors.set(canvas, () => {
    const size = [canvas.clientWidth, canvas.clientHeight] as const;
    return barsOf(counts, bins, colours, size, 1)
      .map(
        (bar) =>
          `<rect x="${bar.x}" y="${size[1] - bar.height}" width="${bar.width}" height="${bar.height}" fill="${bar.colour}"/>`,
      )
      .join("");
  });
}
