import { AUSTRALIA_BOX } from "../../dataset/states.ts";

const { west, east, south, north } = AUSTRALIA_BOX;

/** Description of an outline, for the rejects file. */
export const OUTLINE_IN_WORDS =
  "a GeoJSON Polygon or MultiPolygon with type and coordinates alone, each ring of four points or more ending where it " +
  `begins, longitude ${west} to ${east}, latitude ${south} to ${north}`;

/** SQL that is true if a present JSON value is not an outline. */
export function isBrokenOutline(value: string): string {
  // Strings instead of numbers would pass the cast.
  const coordinates = `CASE WHEN NOT contains(CAST(${value} -> '$.coordinates' AS VARCHAR), '"') THEN ${value} -> '$.coordinates' END`;
  const polygons = `CASE ${value} ->> '$.type'
    WHEN 'Polygon' THEN [TRY_CAST(${coordinates} AS DOUBLE[][][])]
    WHEN 'MultiPolygon' THEN TRY_CAST(${coordinates} AS DOUBLE[][][][])
  END`;
  const point = `len(point) = 2
    AND point[1] > ${west} AND point[1] < ${east} AND point[2] > ${south} AND point[2] < ${north}`;
  const ring = `len(ring) >= 4 AND ring[1] = ring[-1] AND ${all("ring", "point", point)}`;
  const isOutline = `list_sort(json_keys(${value})) = ['coordinates', 'type']
    AND ${all(polygons, "polygon", all("polygon", "ring", ring))}`;
  return `${value} IS NOT NULL AND NOT coalesce(${isOutline}, false)`;
}

/** SQL that is true if the list is not empty and the condition holds for each item. */
function all(list: string, item: string, condition: string): string {
  return `coalesce(list_bool_and(list_transform(${list}, lambda ${item}: coalesce(${condition}, false))), false)`;
}
