import { project } from "../../map/projection.ts";
import { boxAround, outlinesAt } from "../outline.ts";
import type { Site } from "../site.ts";

/** Number of colours of a map, from the first rank to the last. */
export const CLASSES = 5;
/** Cells across a map of many suburbs; each is coloured by the median of its suburbs. */
const CELLS = 120;
/** Units across a map of outlines. */
const UNITS = 600;
/** More outlines would be large and show little: such maps have cells. */
const MAX_OUTLINES = 150;

/** A suburb on a map; colour is -1 if it is not ranked. */
interface Mapped {
  readonly position: number;
  readonly colour: number;
  /** Tooltip. */
  readonly title: () => string;
}

interface RankingMapProps {
  readonly site: Site;
  readonly label: string;
  /** Called when the map is drawn: pictures and other parts of the page do not need it. */
  readonly suburbs: () => readonly Mapped[];
}

export function RankingMap({ site, label, suburbs }: RankingMapProps) {
  const { latitudes, longitudes } = site.index;
  const mapped = suburbs();
  const placed = mapped.filter(({ position }) => Number.isFinite(latitudes[position]));
  if (placed.length < 2) return null;
  return mapped.length > MAX_OUTLINES ? (
    <CellMap
      label={label}
      points={placed.map(({ position, colour }) => ({
        at: project(longitudes[position], latitudes[position]),
        colour,
      }))}
    />
  ) : (
    <OutlineMap site={site} label={label} mapped={placed} />
  );
}

type Point = readonly [x: number, y: number];

/** Bounding box of points, and a function that scales them into it, as integers. */
function fitted(points: readonly Point[], units: number) {
  const { west, north, east, south } = boxAround(points);
  const scale = units / Math.max(1e-9, east - west, south - north);
  return {
    width: Math.ceil((east - west) * scale) + 1,
    height: Math.ceil((south - north) * scale) + 1,
    at: ([x, y]: Point) => [Math.round((x - west) * scale), Math.round((y - north) * scale)] as const,
  };
}

/** Adjacent cells of one colour in a row are one stroke. */
function CellMap({ label, points }: { label: string; points: readonly { at: Point; colour: number }[] }) {
  const { width, height, at } = fitted(
    points.map((point) => point.at),
    CELLS,
  );
  const cells = Map.groupBy(points, (point) => {
    const [x, y] = at(point.at);
    return y * width + x;
  });
  const runs: { readonly cell: number; readonly colour: number; length: number }[] = [];
  for (const [cell, own] of [...cells].sort(([a], [b]) => a - b)) {
    const [last, colour] = [runs.at(-1), middle(own)];
    const isNext = last !== undefined && last.cell + last.length === cell && cell % width !== 0;
    if (isNext && last.colour === colour) last.length++;
    else runs.push({ cell, colour, length: 1 });
  }
  const strokeOf = ({ cell, length }: (typeof runs)[number]) =>
    `M${cell % width} ${Math.floor(cell / width)}h${length}`;
  return (
    <svg class="ranking-map cells" viewBox={`0 -0.5 ${width} ${height}`} role="img" aria-label={label}>
      {[...Map.groupBy(runs, ({ colour }) => colour)].map(([colour, own]) => (
        <path class={colourClass(colour)} d={own.map(strokeOf).join("")} />
      ))}
    </svg>
  );
}

/** Median colour of the ranked suburbs; -1 if none is ranked. */
function middle(points: readonly { readonly colour: number }[]): number {
  const colours = points.map(({ colour }) => colour);
  const ranked = colours.filter((colour) => colour >= 0).sort((a, b) => a - b);
  return ranked[ranked.length >> 1] ?? -1;
}

function OutlineMap({ site, label, mapped }: { site: Site; label: string; mapped: readonly Mapped[] }) {
  const outlines = outlinesAt(
    site,
    mapped.map(({ position }) => position),
  );
  const rings = outlines.map((own) => own.map((ring) => ring.map(([lon, lat]) => project(lon, lat))));
  const { width, height, at } = fitted(rings.flat(2), UNITS);
  return (
    <svg
      class="ranking-map outlines"
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      role="img"
      aria-label={label}
    >
      {mapped.map(({ colour, title }, i) => (
        <path class={colourClass(colour)} d={rings[i].map((ring) => ringPath(ring.map(at))).join("")}>
          <title>{title()}</title>
        </path>
      ))}
    </svg>
  );
}

const colourClass = (colour: number) => (colour < 0 ? "unranked" : `class-${colour}`);

/** SVG path of a ring in relative moves, without points that coincide. */
function ringPath(ring: readonly Point[]): string {
  const points = ring.filter(([x, y], i) => x !== ring[i - 1]?.[0] || y !== ring[i - 1]?.[1]);
  const steps = points.slice(1).map(([x, y], i) => `${x - points[i][0]} ${y - points[i][1]}`);
  return steps.length < 3 ? "" : `M${points[0].join(" ")}l${steps.join(" ")}z`;
}

export function MapLegend({ steps }: { steps: readonly (readonly [colour: number, text: string])[] }) {
  return (
    <figcaption>
      <ul class="map-legend">
        {[...steps, [-1, "not ranked"] as const].map(([colour, text]) => (
          <li>
            <span class={`swatch ${colourClass(colour)}`} /> {text}
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
