import { signal } from "@preact/signals";
import { holdings } from "../data/holdings.ts";
import { inSnapshot } from "../data/snapshot-path.ts";
import { jsonAt } from "../data/terrace.ts";
import { view } from "../view/view-state.ts";
import { project, zoomOfScale } from "./projection.ts";
import { type IdentityBuffer, pixelAt } from "./rasterise.ts";

/** Dataset table behind the layer. */
export const STATIONS_TABLE = "railway_stations";

/** A railway station on the plane. */
export interface Station {
  readonly name: string;
  readonly state_code: string;
  readonly operator: string | null;
  readonly x: number;
  readonly y: number;
}

const NONE: readonly Station[] = [];
const stations = signal(NONE);
let isAsked = false;

/** Whether the snapshot has stations. */
export const hasStations = () => holdings.value?.tables.has(STATIONS_TABLE) === true;

/** The stations that are on the map; they are fetched when their layer is first switched on. */
export function stationsShown(): readonly Station[] {
  if (!view.value.layers.includes("stations") || !hasStations()) return NONE;
  if (!isAsked) void loadStations();
  return stations.value;
}

async function loadStations(): Promise<void> {
  isAsked = true;
  const placed = (rows: readonly (Station & { lat: number; lon: number })[]) =>
    rows.map(({ lat, lon, ...station }) => {
      const [x, y] = project(lon, lat);
      return { ...station, x, y };
    });
  stations.value = (await jsonAt(inSnapshot("/v1/stations/AU.json"), placed)) ?? NONE;
}

/** Those in sight of a map in its pixels, and how large their dots are: from afar they are many. */
export function stationDots(shown: readonly Station[], buffer: IdentityBuffer, ratio: number) {
  const { camera, width, height } = buffer;
  const zoom = zoomOfScale(camera.scale / ratio);
  const dots = shown
    .map((station) => {
      const [x, y] = pixelAt(buffer, station.x, station.y);
      return { station, x, y };
    })
    .filter(({ x, y }) => x > 0 && x < width && y > 0 && y < height);
  return { dots, radius: ratio * Math.max(1, Math.min(4, zoom / 2.5)) };
}

/** The station at a pixel of a map, or within a finger's breadth of it. */
export function stationAt(buffer: IdentityBuffer, ratio: number, x: number, y: number): Station | undefined {
  let [nearest, least]: [Station | undefined, number] = [undefined, 8 * ratio];
  for (const dot of stationDots(stationsShown(), buffer, ratio).dots) {
    const distance = Math.hypot(dot.x - x, dot.y - y);
    if (distance < least) [nearest, least] = [dot.station, distance];
  }
  return nearest;
}
