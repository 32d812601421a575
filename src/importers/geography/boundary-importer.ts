import { isInAustralia, stateOfSalCode } from "../../dataset/states.ts";
import { fragmentsOf, type Importer, type ImportRow, type StoredPart } from "../importer.ts";
import { councilRow } from "../places/councils.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { newestOf } from "../series/period.ts";
import { absSource } from "../source-licence.ts";
import { outlineOf } from "./outline.ts";
import { readShapes } from "./read-shapes.ts";
import { kindOfArea, SpecialCodes, salCodeOf } from "./sal-code.ts";
import { touchingAreas } from "./touching-areas.ts";

const BOUNDARY_SOURCE = absSource(
  "abs-asgs-2021-boundaries",
  "Australian Statistical Geography Standard 2021, digital boundaries",
  40,
);

type BoundaryPart = ReturnType<typeof readBoundaries>["part"];
type Located = BoundaryPart["areas"][number];

/** Ten centimetres; more digits would only be noise from simplification. */
const DECIMALS = 6;

/** Importer for TopoJSON or GeoJSON boundaries of suburbs and councils: centroids, outlines, neighbours. */
export const BOUNDARY_IMPORTER: Importer<BoundaryPart> = {
  id: "abs-boundaries",
  title: "ABS boundaries of suburbs and councils (TopoJSON, GeoJSON)",
  version: 4,
  stage: "suburbs",
  sources: [BOUNDARY_SOURCE],
  recognise(file) {
    if (!/^\s*\{/.test(file.head) || !/"type"\s*:\s*"(Topology|FeatureCollection)"/.test(file.head))
      return undefined;
    const property = /"(SAL_CODE_?(?:20)?21|suburb_id|LGA_CODE_?(?:20)?2[1-4])"\s*:/.exec(file.text)?.[1];
    if (property === undefined) return undefined;
    const level = property.startsWith("LGA") ? "councils" : "suburbs";
    return { confidence: 90, what: `boundaries of ${level} (${formatOf(file)})` };
  },
  read: readBoundaries,
  explain: () => [
    "suburb_demographics.centroid_lat, centroid_lon, lga.centroid_lat, centroid_lon: area-weighted centroid in the",
    "plane of longitude and latitude, holes subtracted, pieces of one area joined, six decimals",
    "suburb_outlines.outline: GeoJSON of a suburb, five decimals, outer rings counterclockwise and holes clockwise,",
    "pieces of one suburb as one MultiPolygon; councils have none. Of GeoJSON, corners of less than 50 square metres are",
    "left out; the arcs of TopoJSON are borders of two suburbs each and stay as they are drawn",
    "lga_neighbours: councils whose outlines have a segment in common",
    "suburb_demographics.sal_name, state_code, area_sqkm where no list of areas gives them",
    "suburb_demographics.postcode: the postcode of the largest piece, where the file names postcodes",
  ],
  combine: combineBoundaries,
};

function formatOf(file: ImportFile): "TopoJSON" | "GeoJSON" {
  return /"Topology"/.test(file.head) ? "TopoJSON" : "GeoJSON";
}

function readBoundaries(file: ImportFile) {
  const tally = new RejectTally();
  const special = new SpecialCodes();
  const shapes = readShapes(file);
  const isTopology = formatOf(file) === "TopoJSON";
  const areas = shapes.flatMap(
    ({ level, code, name, areaSqkm, centroid, postcode, points, polygons, row }) => {
      const reject = (rule: string, reason: string) => tally.reject(rule, row, reason) ?? [];
      const bare = level === "SAL" ? salCodeOf(code) : /^([0-9]{5}|ZZZZZ)$/.exec(code)?.[0];
      if (bare === undefined) return reject("area code", `"${code}" is not a code of the level ${level}`);
      if (special.has(kindOfArea(level, bare))) return [];
      if (centroid === undefined) return reject("no outline", `${bare} ${name} has no outline`);
      if (!isInAustralia(centroid.x, centroid.y))
        return reject("coordinates", `${bare} ${name} lies at ${centroid.x}, ${centroid.y}`);
      /** GeoJSON geometry. */
      const outline = level === "SAL" ? outlineOf(polygons, isTopology) : undefined;
      if (level === "SAL" && outline === undefined)
        reject(
          "outline",
          `${bare} ${name} has no area at a precision of one metre, or extends beyond Australia`,
        );
      const [lat, lon] = [rounded(centroid.y), rounded(centroid.x)];
      const known = /^[0-9]{4}$/.exec(postcode ?? "")?.[0];
      return { level, code: bare, name, areaSqkm, lat, lon, points, postcode: known, outline };
    },
  );
  const councils = new Set(areas.filter(({ level }) => level === "LGA").map(({ code }) => code));
  if (areas.length === 0)
    file.refuse(["no outline of a suburb or council of a state", ...special.notes()].join("; "));
  return tally.reading({
    part: { areas, touching: touchingAreas(shapes.filter(({ code }) => councils.has(code))) },
    rowsRead: shapes.length,
    rowsUsed: areas.length,
    vintage: vintageOf(file),
    notes: special.notes(),
  });
}

/** Editions are released in July; property names have the year: `LGA_CODE23`. */
function vintageOf(file: ImportFile): string {
  const year = /"(?:SAL|LGA)_CODE_?(?:20)?(2[1-9])"/.exec(file.text)?.[1] ?? "21";
  return `20${year}-07-20`;
}

const COLUMNS = {
  centroid_lat: "centroid of the outline",
  centroid_lon: "centroid of the outline",
  area_sqkm: "AREASQKM",
};

/** If an edition has two outlines of an area, the one with more points wins. */
function combineBoundaries(parts: readonly StoredPart<BoundaryPart>[]) {
  const finest = new Map<string, Located>();
  const key = (vintage: string, { level, code }: Located) => `${vintage} ${level} ${code}`;
  for (const { part, vintage } of parts) {
    for (const area of part.areas) {
      const id = key(vintage, area);
      if (area.points > (finest.get(id)?.points ?? 0)) finest.set(id, area);
    }
  }
  // Borders move between editions, so neighbours come from the newest only.
  const newest = newestOf(parts.flatMap(({ part, vintage }) => (part.touching.length > 0 ? [vintage] : [])));
  const fragments = parts.flatMap((stored) => {
    const { part, vintage } = stored;
    const areas = part.areas.filter((area) => finest.get(key(vintage, area)) === area);
    const suburbs = areas.filter(({ level }) => level === "SAL");
    const councils = areas.filter(({ level }) => level === "LGA");
    const tables = {
      suburb_demographics: suburbs.map(suburbRow),
      suburb_outlines: suburbs.flatMap(outlineRow),
      lga: councils.map((area) => placedCouncil(area, vintage)),
      lga_neighbours:
        vintage === newest
          ? part.touching.map(([lga_code, neighbour_code]) => ({ lga_code, neighbour_code }))
          : [],
    };
    return fragmentsOf(BOUNDARY_SOURCE, stored, tables, COLUMNS);
  });
  return { fragments };
}

function suburbRow({ code, name, areaSqkm, lat, lon, postcode }: Located): ImportRow {
  return {
    sal_code: code,
    sal_name: name === "" ? undefined : name,
    state_code: stateOfSalCode(code)!.code,
    centroid_lat: lat,
    centroid_lon: lon,
    area_sqkm: areaSqkm ?? undefined,
    postcode,
  };
}

function outlineRow({ code, outline }: Located): ImportRow[] {
  const { id: source, licence } = BOUNDARY_SOURCE;
  return outline === undefined ? [] : [{ sal_code: code, outline, source, source_licence: licence }];
}

function placedCouncil(area: Located, vintage: string): ImportRow {
  return { ...councilRow(area, Number(vintage.slice(0, 4))), centroid_lat: area.lat, centroid_lon: area.lon };
}

function rounded(value: number): number {
  return Number(value.toFixed(DECIMALS));
}
