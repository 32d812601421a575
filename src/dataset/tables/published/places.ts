import { STATE_CODES } from "../../states.ts";
import {
  double,
  int,
  isSource,
  licence,
  measure,
  must,
  percent,
  table,
  text,
} from "../../table-definition.ts";

const state = text("State or territory.", "NSW", must, { values: STATE_CODES });
const source = text("Source id.", "aec-elections", must, isSource);

export const FEDERAL_RESULTS = table("federal_results", "Federal elections by division", {
  key: ["division", "election_year"],
  doc: "Winner and two-party-preferred vote of each division of the House of Representatives, one row per election.",
  columns: {
    division: text("Electoral division.", "Calare", must),
    election_year: int("Year of the general election.", "2025", must, { min: 1901, max: 2199 }),
    state_code: state,
    member: text("Member elected.", "Synthetic federal member NSW 1", "not in the imported files"),
    party: text("Party, full name.", "Australian Labor Party", "not in the imported files"),
    party_ab: text("Party, abbreviated.", "ALP", "not in the imported files"),
    margin: measure(
      "percentage points",
      "Margin of the member: share of the final count minus 50 %.",
      "3.4",
      0,
    ),
    tpp_alp: percent("Labor two-party-preferred share.", "51.3"),
    source,
    source_licence: licence(),
  },
});

export const RAILWAY_STATIONS = table("railway_stations", "Railway stations", {
  key: ["state_code", "name"],
  doc: "Stations with coordinates, from the operators' lists of stops.",
  columns: {
    state_code: text("State whose operator lists it.", "NSW", must, { values: STATE_CODES }),
    name: text("Name of the station.", "Bathurst", must),
    lat: double("Latitude.", "-33.42", must, { unit: "degrees", min: -90, max: 90 }),
    lon: double("Longitude.", "149.59", must, { unit: "degrees", min: -180, max: 180 }),
    operator: text("Operator of the trains.", "NSW Trains"),
    source,
    source_licence: licence(),
  },
});
