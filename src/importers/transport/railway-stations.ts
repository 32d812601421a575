import { isInAustralia, isStateCode, type StateCode, stateOfSalCode } from "../../dataset/states.ts";
import { byColumns, PlainTable } from "../files/plain-table.ts";
import { type CombineContext, fragmentsOf, type Importer, type StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { type LicenceClass, type SourceFacts, sourceFacts } from "../source-licence.ts";

/** Operators by state, with the licence of their lists. */
const OPERATORS: readonly (readonly [
  state: StateCode,
  publisher: string,
  licence: string,
  licenceClass: LicenceClass,
  url: string,
])[] = [
  ["NSW", "Transport for NSW", "CC-BY-4.0", "open", "https://opendata.transport.nsw.gov.au"],
  ["VIC", "Public Transport Victoria", "CC-BY-4.0", "open", "https://discover.data.vic.gov.au"],
  [
    "QLD",
    "Queensland Department of Transport and Main Roads",
    "CC-BY-3.0-AU",
    "open",
    "https://www.data.qld.gov.au",
  ],
  ["SA", "Adelaide Metro", "CC-BY-3.0-AU", "open", "https://data.sa.gov.au"],
  // Redistribution is allowed, but revocable.
  [
    "WA",
    "Public Transport Authority of Western Australia",
    "PTA-terms",
    "unsettled",
    "https://www.transperth.wa.gov.au",
  ],
];

const SOURCES: ReadonlyMap<StateCode, SourceFacts> = new Map(
  OPERATORS.map(([state, publisher, licence, licenceClass, url]) => [
    state,
    sourceFacts({
      id: `stations-${state.toLowerCase()}`,
      publisher,
      licence,
      licenceClass,
      url,
      title: "Stops of the public transport timetable: railway stations",
    }),
  ]),
);

type StationPart = ReturnType<typeof readStations>["part"];
type Station = StationPart["stations"][number];

const COLUMNS = ["name", "state", "latitude", "longitude", "operator"] as const;

const isList = byColumns(COLUMNS, COLUMNS.length, {
  confidence: 70,
  what: "railway stations with coordinates",
});

/** Maximum distance: the lists lack whole lines, so beyond it an unlisted station may be nearer. */
const REACH_KM = 50;

/** Importer for a table of railway stations of several operators; computes each suburb's nearest station. */
export const RAILWAY_STATION_IMPORTER: Importer<StationPart> = {
  id: "railway-stations",
  title: "Railway stations with coordinates",
  sources: [...SOURCES.values()],
  columns: { nearest_train_km: "straight line from the centroid of the suburb to the nearest station" },
  refusesCut: true,
  recognise: (file) => (/station/i.test(file.name) ? isList(file) : undefined),
  read: readStations,
  explain: () => [
    "railway_stations: name, state, coordinates and operator of each row, under the operator's own licence",
    `suburb_amenities.nearest_train_km: from the suburb's centroid along the globe to the nearest station, up to ${REACH_KM} km`,
  ],
  combine: combineStations,
};

function readStations(file: ImportFile) {
  const table = new PlainTable(file, COLUMNS);
  const years: string[] = [];
  const stations = table.take("no station", ({ text: cell, reject, before }) => {
    const [name, state, lat, lon] = [
      cell("name"),
      cell("state"),
      Number(cell("latitude")),
      Number(cell("longitude")),
    ];
    if (name === "" || !isStateCode(state) || !SOURCES.has(state))
      return reject("no operator", `"${name}" in "${state}"`);
    if (!isInAustralia(lon, lat)) return reject("coordinates", `"${name}" is at ${lon}, ${lat}`);
    if (before(`${state} ${name}`) !== undefined) return reject("station twice", `"${name}" in ${state}`);
    years.push(...(/20\d\d(-\d\d){1,2}/.exec(cell("source")) ?? []).slice(0, 1));
    return { state, name, lat, lon, operator: cell("operator") };
  });
  const newest = years.sort().at(-1) ?? "2022-01";
  return table.reading({
    part: { stations },
    vintage: `${newest}-01`.slice(0, 10),
    list: "railway stations",
  });
}

function combineStations(parts: readonly StoredPart<StationPart>[], context: CombineContext) {
  const { part, vintage } = parts.at(-1)!;
  const byState = Map.groupBy(part.stations, ({ state }) => state);
  const fragments = [...byState].flatMap(([state, stations]) => {
    const source = SOURCES.get(state)!;
    const tables = {
      railway_stations: stations.map(({ name, lat, lon, operator }) => ({
        state_code: state,
        name,
        lat,
        lon,
        operator,
        source: source.id,
        source_licence: source.licence,
      })),
      suburb_amenities: nearestRows(state, byState, context),
    };
    return fragmentsOf(source, { vintage }, tables);
  });
  return { fragments };
}

/** Distances of all suburbs whose nearest station is in the state. */
function nearestRows(
  state: StateCode,
  byState: ReadonlyMap<StateCode, readonly Station[]>,
  { suburbs, suburbOf, allowedSources }: CombineContext,
) {
  const isShown = (one: StateCode) => {
    const source = SOURCES.get(one)!;
    return source.licenceClass === "open" || allowedSources.has(source.id);
  };
  // Trains of NSW serve the ACT; other states' suburbs need a list of their own.
  const isListed = (one: StateCode) => {
    const operator = one === "ACT" ? "NSW" : one;
    return operator === state || (byState.has(operator) && isShown(operator));
  };
  // Ignore stations of withheld sources, except in rows of their own source, which are withheld too.
  const candidates = [...byState]
    .filter(([one]) => one === state || isShown(one))
    .flatMap(([, stations]) => stations);
  return suburbs.suburbs.flatMap(({ salCode }) => {
    if (!isListed(stateOfSalCode(salCode)!.code)) return [];
    const { centroid_lat: lat, centroid_lon: lon } = suburbOf(salCode) ?? {};
    if (typeof lat !== "number" || typeof lon !== "number") return [];
    let nearest: { station: Station; km: number } | undefined;
    for (const station of candidates) {
      // A degree of latitude is 111 km: skips most stations cheaply.
      if (Math.abs(station.lat - lat) * 111 > (nearest?.km ?? REACH_KM)) continue;
      const km = distanceKm(lat, lon, station.lat, station.lon);
      if (km <= (nearest?.km ?? REACH_KM)) nearest = { station, km };
    }
    return nearest?.station.state === state
      ? [{ sal_code: salCode, nearest_train_km: Number(nearest.km.toFixed(2)) }]
      : [];
  });
}

const EARTH_KM = 6371.0088;

/** Great-circle distance (haversine). */
function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const radians = Math.PI / 180;
  const [dLat, dLon] = [(latB - latA) * radians, (lonB - lonA) * radians];
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(latA * radians) * Math.cos(latB * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}
