import type { Row } from "../../dataset/csv-writer.ts";
import { STATES } from "../../dataset/states.ts";
import { REMOTENESS } from "../../dataset/tables/demographics.ts";
import { hashText } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

const digits = (value: number, count: number) => String(value % 10 ** count).padStart(count, "0");

/** Statistical areas, each inside the next larger one, and remoteness. */
export function areaColumns(suburb: Suburb): Row {
  const state = STATES.find(({ code }) => code === suburb.state)!.digit;
  const sa4 = `${state}${digits(suburb.metro ? 0 : 1 + suburb.centre, 2)}`;
  const sa3 = `${sa4}${digits(Math.floor(suburb.centreKm / 15), 2)}`;
  const rank = Math.min(REMOTENESS.length - 1, Math.floor(suburb.remoteness * REMOTENESS.length));
  return {
    sa2_code: `${sa3}${digits(hashText(suburb.code) >>> 0, 4)}`,
    sa3_code: sa3,
    sa4_code: sa4,
    remoteness: REMOTENESS[Math.max(0, rank)],
  };
}

/** Suburbs between two stations of a state, and how remote the last one is. */
const EVERY = 7;
const LAST_STATION = 0.75;

/** Stations in some suburbs that are not remote, called as they are. */
export function stationRows(suburbs: readonly Suburb[]): Row[] {
  return suburbs
    .filter(({ code, remoteness }) => remoteness <= LAST_STATION && Number(code) % EVERY === 0)
    .map(({ state, name, lat, lon }) => ({
      state_code: state,
      name,
      lat,
      lon,
      operator: `Synthetic trains ${state}`,
      source: "synthetic-stations",
      source_licence: PUBLIC_LICENCE,
    }));
}
