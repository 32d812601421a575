import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import type { ImportFile } from "../run/import-file.ts";
import { centroidOf, joinCentroids, type WeightedPoint } from "./centroid.ts";
import type { AreaLevel } from "./sal-code.ts";

export interface Shape {
  readonly level: AreaLevel;
  readonly code: string;
  readonly name: string;
  readonly areaSqkm: number | null;
  /** All pieces as in the file: outer rings, each followed by its holes. */
  readonly polygons: readonly Position[][][];
  readonly centroid: WeightedPoint | undefined;
  /** Postcode of the largest piece, if the file has postcodes. */
  readonly postcode: string | undefined;
  /** Number of points in the outline; a finer outline has more. */
  readonly points: number;
  readonly row: number;
}

type Properties = Record<string, unknown>;
type Area = Feature<Geometry | null, Properties | null>;

/** Property names for code and name in published and commonly converted files. */
const NAMES = {
  SAL: {
    code: ["SAL_CODE21", "SAL_CODE_2021", "suburb_id"],
    name: ["SAL_NAME21", "SAL_NAME_2021", "suburb"],
  },
  LGA: {
    code: ["LGA_CODE21", "LGA_CODE22", "LGA_CODE23", "LGA_CODE24", "LGA_CODE_2021"],
    name: ["LGA_NAME21", "LGA_NAME22", "LGA_NAME23", "LGA_NAME24", "LGA_NAME_2021"],
  },
} as const;
const AREA = ["AREASQKM21", "AREASQKM", "area_sqkm", "AREA_ALBERS_SQKM"];

/** Level of the area; undefined when neither suburb nor council. */
function levelOfProperties(properties: Properties): AreaLevel | undefined {
  return (["SAL", "LGA"] as const).find((level) => pick(properties, NAMES[level].code) !== undefined);
}

/** Reads all suburbs or councils of a TopoJSON or GeoJSON file, merging pieces of the same area. */
export function readShapes(file: ImportFile): Shape[] {
  const shapes = new Map<string, Shape & { readonly largest: number }>();
  featuresOf(file).forEach(({ properties, geometry }, i) => {
    const level = levelOfProperties(properties ?? {});
    if (level === undefined || properties === null) return;
    const code = String(pick(properties, NAMES[level].code));
    const size = Number(pick(properties, AREA) ?? Number.NaN);
    const polygons = polygonsOf(geometry);
    if (!polygons.every(isMadeOfPoints))
      file.refuse(`row ${i + 1} (${code}): an outline is not a list of points`);
    const piece = centroidOf(polygons);
    const before = shapes.get(code);
    const isLargest = before === undefined || (piece?.area ?? 0) > before.largest;
    const postcode = pick(properties, ["postcode_id", "postcode"]);
    shapes.set(code, {
      level,
      code,
      name: before?.name ?? String(pick(properties, NAMES[level].name) ?? ""),
      areaSqkm: Number.isFinite(size) ? (before?.areaSqkm ?? 0) + size : (before?.areaSqkm ?? null),
      polygons: before === undefined ? polygons : [...before.polygons, ...polygons],
      centroid: joinCentroids([before?.centroid, piece].filter((part) => part !== undefined)),
      postcode: isLargest && postcode !== undefined ? String(postcode) : before?.postcode,
      largest: isLargest ? (piece?.area ?? 0) : before.largest,
      points: (before?.points ?? 0) + polygons.flat().reduce((sum, ring) => sum + ring.length, 0),
      row: before?.row ?? i + 1,
    });
  });
  return [...shapes.values()].map(({ largest: _, ...shape }) => shape);
}

function featuresOf(file: ImportFile): Area[] {
  const json = file.json() as { type?: unknown; features?: unknown };
  // Load it for TopoJSON only, and outside the try: a missing package is not the file's fault.
  const topojson =
    json.type === "FeatureCollection"
      ? undefined
      : optionalPackage<typeof import("topojson-client")>("topojson-client", "a TopoJSON file");
  try {
    if (topojson === undefined) {
      const { features } = json;
      if (Array.isArray(features) && features.every((one) => typeof one === "object" && one !== null)) {
        return features;
      }
      throw new TypeError("its features are not a list of objects");
    }
    const topology = json as unknown as Topology<Record<string, GeometryCollection<Properties>>>;
    return Object.values(topology.objects).flatMap((object) => {
      // topojson returns a plain feature for an object with a single shape.
      const made = topojson.feature(topology, object) as
        | Area
        | FeatureCollection<Geometry | null, Properties | null>;
      return made.type === "FeatureCollection" ? made.features : [made];
    });
  } catch (cause) {
    file.refuse(`damaged boundaries: ${(cause as Error).message}`, cause);
  }
}

function polygonsOf(geometry: Geometry | null | undefined): Position[][][] {
  switch (geometry?.type) {
    case "Polygon":
      return [geometry.coordinates];
    case "MultiPolygon":
      return listOf(geometry.coordinates);
    case "GeometryCollection":
      return listOf(geometry.geometries).flatMap(polygonsOf);
    default:
      return [];
  }
}

/** Wraps a non-list, which isMadeOfPoints then rejects. */
function listOf<T>(value: T[]): T[] {
  return Array.isArray(value) ? value : [value];
}

function isMadeOfPoints(polygon: unknown): boolean {
  return (
    Array.isArray(polygon) &&
    polygon.every(
      (ring) =>
        Array.isArray(ring) &&
        ring.every((point) => Array.isArray(point) && Number.isFinite(point[0]) && Number.isFinite(point[1])),
    )
  );
}

function pick(properties: Properties, names: readonly string[]): string | number | undefined {
  for (const name of names) {
    const value = properties[name];
    if ((typeof value === "string" && value !== "") || typeof value === "number") return value;
  }
  return undefined;
}
