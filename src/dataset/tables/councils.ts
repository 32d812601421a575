import { STATE_CODES } from "../states.ts";
import {
  column,
  licenceColumn,
  measureColumn,
  percentColumn,
  salCodeColumn,
  sourceColumn,
  type TableDefinition,
  textColumn,
} from "../table-definition.ts";

export const LGA: TableDefinition = {
  name: "lga",
  title: "Councils",
  doc: "Local government areas and their finances.",
  key: ["lga_code"],
  columns: [
    column("lga_code", "text", "Council code.", "10050", { required: true, pattern: "[0-9]{5}" }),
    column("lga_name", "text", "Council name.", "Albury", { required: true }),
    textColumn(
      "former_name",
      "Name that it had before it was renamed.",
      "",
      "never renamed, as far as known",
    ),
    textColumn(
      "boundary_edition",
      "Edition of the boundaries.",
      "ASGS Edition 3, local government areas 2024",
    ),
    column("state_code", "text", "State or territory.", "NSW", { required: true, values: STATE_CODES }),
    textColumn("slug", "Name for addresses.", "albury-nsw"),
    textColumn("display_name", "Name to show.", "City of Albury"),
    column("kind", "text", "Kind of area.", "council", {
      default: "council",
      values: ["council", "unincorporated", "pseudo"],
    }),
    measureColumn("area_sqkm", "km²", "Area.", "305.6", 0),
    column("population", "int", "Resident estimate.", "56093", {
      unit: "persons",
      min: 0,
      nullMeaning: "unknown",
    }),
    column("erp_year", "int", "Year of the resident estimate.", "2025", {
      min: 1990,
      max: 2100,
      nullMeaning: "unknown",
    }),
    measureColumn("pop_growth_pct", "%", "Growth over one year.", "1.1"),
    measureColumn("median_age", "years", "Median age.", "39", 0),
    column("median_hhd_income", "int", "Median weekly household income.", "1480", {
      unit: "AUD/week",
      min: 0,
      nullMeaning: "not published",
    }),
    percentColumn("pct_rented", "Dwellings rented.", "31.5"),
    column("median_weekly_rent", "int", "Median weekly rent.", "350", {
      unit: "AUD/week",
      min: 0,
      nullMeaning: "not published",
    }),
    column("median_mortgage_monthly", "int", "Median monthly mortgage.", "1500", {
      unit: "AUD/month",
      min: 0,
      nullMeaning: "not published",
    }),
    measureColumn("avg_household_size", "persons", "Average household size.", "2.3", 0),
    column("seifa_irsad_decile", "int", "SEIFA IRSAD decile.", "4", {
      min: 1,
      max: 10,
      nullMeaning: "not scored",
    }),
    column("seifa_irsd_decile", "int", "SEIFA IRSD decile.", "4", {
      min: 1,
      max: 10,
      nullMeaning: "not scored",
    }),
    textColumn("website", "Website.", ""),
    textColumn("wikidata_qid", "Wikidata id.", ""),
    measureColumn("centroid_lat", "degrees", "Latitude.", "-36.07"),
    measureColumn("centroid_lon", "degrees", "Longitude.", "146.92"),
    measureColumn("fed_fag_aud", "AUD", "Federal assistance grant.", "7100000", 0),
    textColumn("fed_fag_year", "Year of the grant.", "2024-25"),
    measureColumn("avg_rates", "AUD", "Average residential rates.", "1390", 0),
    measureColumn("op_surplus_ratio", "%", "Operating surplus ratio.", "2.4"),
    measureColumn("asset_renewal_ratio", "%", "Asset renewal ratio.", "97.0", 0),
    sourceColumn("fin_source", "Source id of the finances.", "synthetic-councils"),
    textColumn("fin_year", "Year of the finances.", "2024-25"),
    measureColumn("council_house_median", "AUD", "House median of the council area.", "545000", 0),
    textColumn("council_house_median_period", "Financial year of that median.", "2025-26"),
  ],
};

export const SUBURB_LGA: TableDefinition = {
  name: "suburb_lga",
  title: "Suburbs to councils",
  doc: "Share of a suburb's residents in each council; the largest share is the dominant council.",
  key: ["sal_code", "lga_code"],
  columns: [
    salCodeColumn(),
    column("lga_code", "text", "Council code.", "10050", { required: true, references: "lga.lga_code" }),
    column("share", "double", "Share of residents, or of area where the source measured areas.", "0.93", {
      unit: "fraction",
      above: 0,
      max: 1,
      nullMeaning: "the source names the council without a share",
    }),
    column("edition", "int", "Year of the council boundaries.", "2024", {
      min: 1990,
      max: 2100,
      nullMeaning: "unknown",
    }),
  ],
};

export const LGA_FACTS: TableDefinition = {
  name: "lga_facts",
  title: "Figures of councils over time",
  doc: "Observations of a council by measure and period: resident estimates, dwelling approvals, grants, medians.",
  key: ["lga_code", "measure", "period", "source"],
  columns: [
    column("lga_code", "text", "Council code.", "10050", { required: true, references: "lga.lga_code" }),
    column(
      "measure",
      "text",
      "What is measured. `erp` is annual, `dwelling_approvals_*` monthly unless it ends with `_fy`, all others are of financial years.",
      "dwelling_approvals_total",
      { required: true, pattern: "[a-z][a-z0-9_]{0,63}" },
    ),
    column("period", "date", "Last day of the period.", "2026-09-30", { required: true }),
    column("value", "double", "The observation.", "41", { required: true }),
    column("unit", "text", "persons, AUD or count.", "count", { required: true }),
    column("source", "text", "Source id.", "synthetic-councils", { required: true, sourceId: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const LGA_NEIGHBOURS: TableDefinition = {
  name: "lga_neighbours",
  title: "Councils that touch",
  doc: "Pairs of councils with a common border, also across a state line. A pair may stand in either order or in both.",
  key: ["lga_code", "neighbour_code"],
  columns: [
    column("lga_code", "text", "Council code.", "10050", { required: true, references: "lga.lga_code" }),
    column("neighbour_code", "text", "Code of the other council.", "10100", {
      required: true,
      references: "lga.lga_code",
    }),
  ],
};
