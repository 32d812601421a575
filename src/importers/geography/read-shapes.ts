import type { Feature, FeatureCollection, Geometry, Position } from "geojson";
import type { GeometryCollection, Topology } from "topojson-specification";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import type { ImportFile } from "../run/import-file.ts";
import { centroidOf, joinCentroids, type WeightedPoint } from "./centroid.ts";
import type { AreaLevel } from "./sal-code.ts";

/** One area of a boundary file. */
export interface Shape {
  readonly level: AreaLevel;
  readonly code: string;
  readonly name: string;
  readonly areaSqkm: number | null;
  /** Outer rings with their holes, all pieces together, as in the file. */
  readonly polygons: readonly Position[][][];
  /** Undefined when the file gives no outline. */
  readonly centroid: WeightedPoint | undefined;
  /** The postcode of the largest piece, where the file names postcodes. */
  readonly postcode: string | undefined;
  /** Points of the outline; the finer of two outlines of an area has more. */
  readonly points: number;
  readonly row: number;
}

type Properties = Record<string, unknown>;
type Area = Feature<Geometry | null, Properties | null>;

/** Property names by which the publisher and the usual conversions call code, name and size. */
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

/** What the properties are about, or undefined when they name neither a suburb nor a council. */
function levelOfProperties(properties: Properties): AreaLevel | undefined {
  return (["SAL", "LGA"] as const).find((level) => pick(properties, NAMES[level].code) !== undefined);
}

/** Every suburb or council of a TopoJSON or GeoJSON file. Pieces of one area are joined. */
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
  // Loaded for TopoJSON alone, and before the try: a missing package is not a fault of the file.
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
      // One shape that is by itself is not a collection.
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

/** The list, or what is in its place as its only member: then it is not an outline, and refused as such. */
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
