import type { Row } from "../../dataset/csv-writer.ts";
import { Random, round } from "../../runtime/random.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import type { Suburb } from "./suburbs.ts";

/** Eight directions, counterclockwise from east, as (east, north). */
const HALF = Math.SQRT1_2;
const DIRECTIONS = [
  [1, 0],
  [HALF, HALF],
  [0, 1],
  [-HALF, HALF],
  [-1, 0],
  [-HALF, -HALF],
  [0, -1],
  [HALF, -HALF],
] as const;

const KM_PER_DEGREE = 111.2;
/** Area of a regular octagon by the distance of its corners from the middle. */
const OCTAGON = 2 * Math.SQRT2;
/** No invented suburb reaches farther; the largest would pass the middle of the next state. */
const MAX_REACH_KM = 60;

/** An uneven octagon about the suburb's centroid, of about its area. Neighbours overlap: they are drawn one by one. */
export function outlineRow(seed: number, { code, lat, lon, areaSqkm }: Suburb): Row {
  const random = new Random(seed, `outline/${code}`);
  const reach = Math.min(MAX_REACH_KM, Math.sqrt(areaSqkm / OCTAGON)) / KM_PER_DEGREE;
  const widening = 1 / Math.cos((lat * Math.PI) / 180);
  const corners = DIRECTIONS.map(([east, north]) => {
    const distance = reach * random.between(0.8, 1.2);
    return [round(lon + east * distance * widening, 5), round(lat + north * distance, 5)];
  });
  return {
    sal_code: code,
    outline: JSON.stringify({ type: "Polygon", coordinates: [[...corners, corners[0]]] }),
    source: "synthetic-outlines",
    source_licence: PUBLIC_LICENCE,
  };
}
