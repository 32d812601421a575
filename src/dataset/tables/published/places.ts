import { STATE_CODES } from "../../states.ts";
import {
  column,
  licenceColumn,
  measureColumn,
  percentColumn,
  type TableDefinition,
  textColumn,
} from "../../table-definition.ts";

const state = column("state_code", "text", "State or territory.", "NSW", {
  required: true,
  values: STATE_CODES,
});
const source = column("source", "text", "Source id.", "aec-elections", { required: true, sourceId: true });

export const FEDERAL_RESULTS: TableDefinition = {
  name: "federal_results",
  title: "Federal elections by division",
  doc: "Who won a division of the House of Representatives and how the two-party-preferred vote went, a row an election.",
  key: ["division", "election_year"],
  columns: [
    column("division", "text", "Electoral division.", "Calare", { required: true }),
    column("election_year", "int", "Year of the general election.", "2025", {
      required: true,
      min: 1901,
      max: 2199,
    }),
    state,
    textColumn("member", "Member elected.", "Synthetic federal member NSW 1", "not in the imported files"),
    textColumn("party", "Party, full name.", "Australian Labor Party", "not in the imported files"),
    textColumn("party_ab", "Party, abbreviated.", "ALP", "not in the imported files"),
    measureColumn(
      "margin",
      "percentage points",
      "How far above half the member's final count was.",
      "3.4",
      0,
    ),
    percentColumn("tpp_alp", "Labor two-party-preferred share.", "51.3"),
    source,
    licenceColumn("CC-BY-4.0"),
  ],
};

export const RAILWAY_STATIONS: TableDefinition = {
  name: "railway_stations",
  title: "Railway stations",
  doc: "Stations with coordinates, from the operators' lists of stops.",
  key: ["state_code", "name"],
  columns: [
    column("state_code", "text", "State whose operator lists it.", "NSW", {
      required: true,
      values: STATE_CODES,
    }),
    column("name", "text", "Name of the station.", "Bathurst", { required: true }),
    column("lat", "double", "Latitude.", "-33.42", { required: true, unit: "degrees", min: -90, max: 90 }),
    column("lon", "double", "Longitude.", "149.59", { required: true, unit: "degrees", min: -180, max: 180 }),
    textColumn("operator", "Who runs the trains.", "NSW Trains"),
    source,
    licenceColumn("CC-BY-4.0"),
  ],
};
