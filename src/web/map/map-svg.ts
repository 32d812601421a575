import { country, sourcesOfMetrics } from "../data/country.ts";
import { sourcesOfTable } from "../data/holdings.ts";
import { type Drawing, escaped } from "../keep/picture.tsx";
import { formatCount, formatValue } from "../parts/format.ts";
import { selection } from "../view/selection.ts";
import { view, whereText } from "../view/view-state.ts";
import { pixelTables, scaleShown } from "../view/visible-map.ts";
import { labelsFor, STATIONS_TABLE, stationDots, stationsShown } from "./map-over.ts";
import { centres, drawnMap, legendRoom, shapes } from "./map-places.ts";
import { borderLines, councilsShown } from "./paint-map.ts";
import { palette } from "./palettes.ts";
import type { ShapeBoxes } from "./rasterise.ts";

const LEGEND_HEIGHT = 44;

/** The visible map with its legend as a drawing; undefined until it is drawn. */
export function mapDrawing(): Drawing | undefined {
  const [now, shown, drawn, places] = [country.peek(), drawnMap.peek(), shapes.peek(), centres.peek()];
  const tables = pixelTables.value;
  if (
    now === undefined ||
    shown === undefined ||
    drawn === undefined ||
    places === undefined ||
    tables === undefined
  )
    return undefined;
  const { buffer, ratio } = shown;
  const [width, whole] = [Math.round(buffer.width / ratio), Math.round(buffer.height / ratio)];
  // In a picture the legend is below the map, not over it.
  const height = Math.round(whole - (view.peek().at === undefined ? legendRoom(whole, 1) : 0));
  const scale = buffer.camera.scale / ratio;
  const [left, top] = [width / 2 - buffer.camera.x * scale, whole / 2 - buffer.camera.y * scale];
  const { ground, text } = palette.peek();
  const parts = [`<rect width="${width}" height="${height}" fill="${ground}"/>`];
  // Consecutive shapes of one colour share a path; their order stays, as shapes may overlap.
  const runs: { readonly colour: string; d: string }[] = [];
  for (const shape of drawn.order) {
    const path = shapePath(drawn, shape, scale, left, top, width, height);
    if (path === "") continue;
    const [last, colour] = [runs.at(-1), hexOf(tables.inside[drawn.numbers[shape]])];
    if (last?.colour === colour) last.d += path;
    else runs.push({ colour, d: path });
  }
  for (const { colour, d } of runs)
    parts.push(`<path d="${d}" fill="${colour}" fill-rule="evenodd" stroke="${colour}" stroke-width=".4"/>`);
  for (const line of borderLines(buffer, view.peek().layers)) {
    const dots = line.pixels.map((i) => `M${i % buffer.width} ${Math.floor(i / buffer.width)}h1`).join("");
    parts.push(`<path transform="scale(${1 / ratio}) translate(0 .5)" d="${dots}" stroke="${line.colour}"/>`);
  }
  const stations = stationsShown();
  const { dots, radius } = stationDots(stations, shown);
  for (const { x, y } of dots)
    parts.push(
      `<circle cx="${(x / ratio).toFixed(1)}" cy="${(y / ratio).toFixed(1)}" r="${(radius / ratio).toFixed(1)}" fill="${text}" stroke="${ground}" paint-order="stroke"/>`,
    );
  const named = { frame: now.frame, centres: places, councils: councilsShown(), stations };
  const labels = labelsFor(shown, named).map(
    (label) =>
      `<text x="${(label.x / ratio).toFixed(1)}" y="${(label.y / ratio + 4).toFixed(1)}" text-anchor="middle" font-size="${label.isCity ? 12 : 11}" font-weight="${label.isCity ? 600 : 500}" fill="${text}" stroke="${ground}" stroke-width="3" paint-order="stroke">${escaped(label.text)}</text>`,
  );
  const metric = now.metrics.get(view.peek().by);
  const count = selection.peek()?.count ?? 0;
  const where = whereText(view.peek());
  return {
    title: metric?.label ?? view.peek().by,
    note: `${formatCount(count)} suburbs${where === "" ? "" : ` where ${where}`}`,
    width,
    height: height + LEGEND_HEIGHT,
    body: `<svg width="${width}" height="${height}">${parts.join("")}${labels.join("")}</svg><g transform="translate(0 ${height + 10})" font-size="11" fill="${text}">${legend(width).join("")}</g>`,
    sources: [
      ...sourcesOfMetrics([view.peek().by]),
      ...(stations.length > 0 ? sourcesOfTable(STATIONS_TABLE) : []),
    ],
  };
}

function legend(width: number): string[] {
  const scale = scaleShown.peek();
  const unit = country.peek()?.metrics.get(view.peek().by)?.unit ?? "";
  if (scale === undefined) return [];
  const steps = [
    ...scale.steps.map(({ colour, label, from }) => ({
      colour,
      words: scale.kind === "category" ? label : formatValue(from, unit, true),
    })),
    { colour: palette.peek().unknown, words: "no data" },
  ];
  const step = Math.min(110, width / steps.length);
  return steps.map(
    ({ colour, words }, i) =>
      `<rect x="${i * step}" width="${step}" height="12" fill="${colour}"/><text x="${i * step}" y="26">${escaped(words)}</text>`,
  );
}

/** SVG path of a shape, without points that round to the previous one; "" if it is out of view. */
function shapePath(
  { outlines: { xy, ringStarts, shapeStarts }, boxes }: ShapeBoxes,
  shape: number,
  scale: number,
  left: number,
  top: number,
  width: number,
  height: number,
): string {
  const [west, north, east, south] = boxes.subarray(4 * shape, 4 * shape + 4);
  if (east * scale + left < 0 || west * scale + left > width) return "";
  if (south * scale + top < 0 || north * scale + top > height) return "";
  const tenths = (value: number) => Math.round(value * 10) / 10;
  if (east === west)
    return `M${tenths(west * scale + left - 3)} ${tenths(north * scale + top)}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z`;
  let d = "";
  for (let ring = shapeStarts[shape]; ring < shapeStarts[shape + 1]; ring++) {
    let [last, count] = ["", 0];
    for (let p = ringStarts[ring]; p < ringStarts[ring + 1]; p++) {
      const point = `${tenths(xy[2 * p] * scale + left)} ${tenths(xy[2 * p + 1] * scale + top)}`;
      if (point === last) continue;
      d += `${count === 0 ? "M" : "L"}${point}`;
      last = point;
      count++;
    }
    if (count > 0) d += "z";
  }
  return d;
}

function hexOf(pixel: number): string {
  const [red, green, blue] = [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff];
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, "0")}`;
}
