import { mix, type Palette } from "../map/palettes.ts";

/** Counts of a histogram: of the whole scope, of those that pass the other conditions, of those that pass all. */
export interface HistogramCounts {
  readonly all: Uint32Array;
  readonly others: Uint32Array;
  readonly matched: Uint32Array;
}

/** Draws the bars over one another, heights by the root so that small bins can be seen. */
export function drawHistogram(
  canvas: HTMLCanvasElement,
  { all, others, matched }: HistogramCounts,
  bins: number,
  { accent, surface, muted }: Palette,
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
  let most = 1;
  for (let i = 0; i < bins; i++) most = Math.max(most, all[i]);
  const gap = width / bins > 5 * ratio ? ratio : 0;
  const layers = [
    [all, mix(muted, surface, 0.28)],
    [others, mix(accent, surface, 0.45)],
    [matched, accent],
  ] as const;
  for (const [counts, colour] of layers) {
    context.fillStyle = colour;
    for (let i = 0; i < bins; i++) {
      if (counts[i] === 0) continue;
      const tall = Math.max(ratio, Math.sqrt(counts[i] / most) * height);
      const left = Math.round((i * width) / bins);
      const right = Math.round(((i + 1) * width) / bins);
      context.fillRect(left, height - tall, Math.max(1, right - left - gap), tall);
    }
  }
}
