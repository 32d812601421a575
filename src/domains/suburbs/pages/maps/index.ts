import { gzipSync } from "fflate";
import type { Feature, FeatureCollection, MultiPolygon, Point, Polygon } from "geojson";
import GeoJSONVT from "geojson-vt";
import { STATES, stateOfSalCode } from "../../../../dataset/states.ts";
import { jsonPage, pageSet } from "../../../../snapshot/pages/page-set.ts";
import type { PageDocument } from "../../../../snapshot/pages/write-pages.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";
import {
  areaKey,
  COUNCIL_FIGURES,
  FIGURES_KEYS,
  MAP_PAGES_NAME,
  type MapSet,
  tileKey,
  UNKNOWN_ZEROS,
  ZOOMS,
} from "../../queries/map-pages.ts";
import { OUTLINES } from "../outlines.ts";
import { BorderNet } from "./border-net.ts";
import { collectionParts, featureText, packFeatures } from "./collections.ts";
import { EXTENT, encodeTile } from "./encode-tile.ts";

/** Gzipped tiles of a set at all its zooms. */
function* tilePages(set: MapSet, features: readonly Feature[]): Generator<PageDocument, void, void> {
  const { minzoom, maxzoom } = ZOOMS[set];
  const collection: FeatureCollection = { type: "FeatureCollection", features: [...features] };
  const index = new GeoJSONVT(collection, {
    maxZoom: maxzoom,
    indexMaxZoom: maxzoom,
    indexMaxPoints: 0,
    // Proportions that are usual per tile: a margin of 1/64, and simplification by 3/4096 of the side.
    extent: EXTENT,
    buffer: EXTENT / 64,
    tolerance: (3 * EXTENT) / 4096,
  });
  for (const { z, x, y } of index.tileCoords) {
    const tile = z < minzoom ? null : index.getTileRaw(z, x, y);
    if (tile === null || tile.features.length === 0) continue;
    const binary = gzipSync(encodeTile(set, tile.features), { level: 1, mem: 2, mtime: 0 });
    yield { key: tileKey(set, z, x, y), elements: [{ binary }] };
  }
}

type Geometry = Point | Polygon | MultiPolygon;

interface SuburbRow {
  readonly sal_code: string;
  readonly sal_name: string;
  readonly lga_code: string | null;
  readonly lga_name: string | null;
  readonly population: number | null;
  readonly income: number | null;
  /** A GeoJSON geometry (JSON). */
  readonly outline: string;
}

/** Suburbs with the tile properties: census metrics only, which no switch hides. */
const SUBURBS = `
SELECT place.sal_code, place.sal_name, suburb_places.lga_code, lga_name, population, income, outline
FROM (${OUTLINES}) AS place
JOIN serve.suburb_places USING (sal_code)
LEFT JOIN serve.suburb_metrics USING (sal_code)
ORDER BY place.sal_code`;

const STATE_FIGURES = `
SELECT
  state_code, state_median_price, state_median_weekly_hhd_income, state_income_basis, capital_median_price,
  rest_of_state_median_price
FROM serve.state_baselines
ORDER BY state_code`;

const COUNCILS = `
SELECT lga_code, ${[...UNKNOWN_ZEROS, ...COUNCIL_FIGURES].join(", ")} FROM serve.councils ORDER BY lga_code`;

const STATIONS = `
SELECT state_code || ' ' || name AS station, name, state_code, operator, round(lat, 5) AS lat, round(lon, 5) AS lon
FROM main.railway_stations WHERE ${IS_PUBLIC} ORDER BY state_code, name`;

/** Degrees, about 200 metres: maximum deviation of council and state outlines from those of their suburbs. */
const TOLERANCE = 0.002;

/** An area with its code; property names are column names. */
interface Area extends Feature<MultiPolygon, Readonly<Record<string, string | null>>> {
  readonly code: string;
}

/**
 * Outlines of councils and states, singly and as collections, and the vector tiles of all three sets. A
 * council consists of the suburbs with most residents in it; its outline is their union. Built ahead: 15,307
 * suburbs take 3 s of a busy processor, half of it for suburb tiles; on demand, one tile of a low zoom would
 * block a serving thread for a second.
 */
export const MAP_PAGES = pageSet({
  name: MAP_PAGES_NAME,
  facts: ["@sources", "@synthetic"],
  queries: { suburbs: SUBURBS, states: STATE_FIGURES, councils: COUNCILS, stations: STATIONS },
  documents: async function* (results, context) {
    const rows = await results.rows<SuburbRow>("suburbs");
    const suburbs = rows.map(suburbFeature);
    const { councils, states } = dissolved(rows, suburbs);
    for (const [set, areas] of Object.entries({ councils, states }) as ["councils" | "states", Area[]][]) {
      const texts: string[] = [];
      for (const { code, properties, geometry } of areas) {
        const outline = JSON.stringify(geometry);
        yield { key: areaKey(set, code), elements: [{ binary: Buffer.from(outline) }] };
        texts.push(featureText(code, properties, outline));
      }
      yield* collectionParts(set, { set }, [packFeatures(texts)], context);
      yield* tilePages(set, areas);
    }
    yield* tilePages("suburbs", suburbs);
    for (const set of ["councils", "states", "stations"] as const) {
      yield jsonPage(FIGURES_KEYS[set], await results.rows(set));
    }
  },
});

function suburbFeature({ sal_code, sal_name, population, income, outline }: SuburbRow): Feature<Geometry> {
  return {
    type: "Feature",
    id: Number(sal_code),
    properties: {
      sal_code,
      sal_name,
      state_code: stateOfSalCode(sal_code)?.code ?? null,
      population,
      income,
    },
    geometry: JSON.parse(outline) as Geometry,
  };
}

/** The suburbs of one council (or none) in one state: the unit from which councils and states are merged. */
interface Part {
  readonly digit: string;
  readonly lga_code: string | null;
  readonly lga_name: string | null;
  readonly outline: MultiPolygon;
}

function dissolved(rows: readonly SuburbRow[], suburbs: readonly Feature<Geometry>[]) {
  const net = new BorderNet();
  const firsts = new Map<string, number>();
  const labels: number[] = [];
  for (const [i, { geometry }] of suburbs.entries()) {
    if (geometry.type === "Point") continue;
    net.add(geometry);
    const name = `${rows[i].sal_code[0]} ${rows[i].lga_code ?? ""}`;
    if (!firsts.has(name)) firsts.set(name, i);
    labels.push(firsts.get(name)!);
  }
  const parts = Array.from(net.dissolve(labels, TOLERANCE), ([first, outline]): Part => {
    const { sal_code, lga_code, lga_name } = rows[first];
    return { digit: sal_code[0], lga_code, lga_name, outline };
  });
  return { councils: councilsOf(parts), states: statesOf(parts) };
}

function councilsOf(parts: readonly Part[]): Area[] {
  const byCode = Map.groupBy(parts, ({ lga_code }) => lga_code);
  byCode.delete(null);
  return Array.from(byCode.values(), (own): Area => {
    const [{ digit, lga_name }] = own;
    const code = own[0].lga_code!;
    return {
      type: "Feature",
      id: Number(code),
      code,
      properties: { lga_code: code, lga_name, state_code: stateOfSalCode(digit)?.code ?? null },
      geometry: { type: "MultiPolygon", coordinates: own.flatMap(({ outline }) => outline.coordinates) },
    };
  }).sort((a, b) => (a.code < b.code ? -1 : 1));
}

function statesOf(parts: readonly Part[]): Area[] {
  const net = new BorderNet();
  for (const { outline } of parts) net.add(outline);
  const outlines = net.dissolve(
    parts.map(({ digit }) => Number(digit)),
    0,
  );
  return STATES.flatMap(({ digit, code, name }): Area[] => {
    const geometry = outlines.get(Number(digit));
    if (geometry === undefined) return [];
    const properties = { state_code: code, state_name: name };
    return [{ type: "Feature", id: Number(digit), code, properties, geometry }];
  });
}
