import { describe, expect, it } from "vitest";
import { BOUNDARY_IMPORTER } from "../../../src/importers/geography/boundary-importer.ts";
import { touchingAreas } from "../../../src/importers/geography/touching-areas.ts";
import { importAll, rowsOf, textFile } from "../../support/data/import-files.ts";

/** The unit square with this lower left corner, in either direction. */
const square = (x: number, y: number, isTurned = false) => {
  const ring = [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ];
  return [[isTurned ? ring.reverse() : ring]];
};

describe("touchingAreas", () => {
  it("pairs areas with a common stretch, whichever way their rings run, and not those that meet in a corner", () => {
    const areas = [
      { code: "10200", polygons: square(151, -34) },
      { code: "10100", polygons: square(152, -34, true) },
      { code: "10300", polygons: square(152, -33) },
      { code: "10400", polygons: square(160, -30) },
    ];
    expect(touchingAreas(areas)).toEqual([
      ["10100", "10200"],
      ["10100", "10300"],
    ]);
    expect(touchingAreas(areas.toReversed())).toEqual(touchingAreas(areas));
  });

  it("does not take an area for its own neighbour where two of its pieces meet", () => {
    expect(
      touchingAreas([{ code: "10100", polygons: [...square(151, -34), ...square(152, -34, true)] }]),
    ).toEqual([]);
  });
});

const council = (edition: string, code: string, x: number) => ({
  type: "Feature",
  properties: { [`LGA_CODE${edition}`]: code, [`LGA_NAME${edition}`]: `C${code}` },
  geometry: { type: "Polygon", coordinates: square(x, -34)[0] },
});
const boundaries = (edition: string, xs: readonly number[]) =>
  textFile(
    `lga${edition}.geojson`,
    JSON.stringify({
      type: "FeatureCollection",
      features: xs.map((x, i) => council(edition, `1${i + 1}050`, x)),
    }),
  );

describe("lga_neighbours", () => {
  it("holds the borders of the newest edition alone", () => {
    const combined = importAll(BOUNDARY_IMPORTER, [
      boundaries("21", [150, 151, 152]),
      boundaries("23", [150, 151, 155]),
    ]);
    expect(rowsOf(combined, "lga_neighbours")).toEqual([{ lga_code: "11050", neighbour_code: "12050" }]);
  });
});
