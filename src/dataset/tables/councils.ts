import { STATE_CODES } from "../states.ts";
import {
  date,
  double,
  int,
  isSource,
  licence,
  measure,
  must,
  percent,
  salCode,
  table,
  text,
} from "../table-definition.ts";

export const LGA = table("lga", "Councils", {
  key: ["lga_code"],
  doc: "Local government areas and their finances.",
  columns: {
    lga_code: text("Council code.", "10050", must, { pattern: "[0-9]{5}" }),
    lga_name: text("Council name.", "Albury", must),
    former_name: text("Name before the council was renamed.", "", "no known renaming"),
    boundary_edition: text("Edition of the boundaries.", "ASGS Edition 3, local government areas 2024"),
    state_code: text("State or territory.", "NSW", must, { values: STATE_CODES }),
    slug: text("Name in URLs.", "albury-nsw"),
    display_name: text("Display name.", "City of Albury"),
    kind: text("Kind of area.", "council", {
      default: "council",
      values: ["council", "unincorporated", "pseudo"],
    }),
    area_sqkm: measure("km²", "Area.", "305.6", 0),
    population: int("Resident estimate.", "56093", { unit: "persons", min: 0 }),
    erp_year: int("Year of the resident estimate.", "2025", { min: 1990, max: 2100 }),
    pop_growth_pct: measure("%", "Growth over one year.", "1.1"),
    median_age: measure("years", "Median age.", "39", 0),
    median_hhd_income: int("Median weekly household income.", "1480", "not published", {
      unit: "AUD/week",
      min: 0,
    }),
    pct_rented: percent("Dwellings rented.", "31.5"),
    median_weekly_rent: int("Median weekly rent.", "350", "not published", { unit: "AUD/week", min: 0 }),
    median_mortgage_monthly: int("Median monthly mortgage.", "1500", "not published", {
      unit: "AUD/month",
      min: 0,
    }),
    avg_household_size: measure("persons", "Average household size.", "2.3", 0),
    seifa_irsad_decile: int("SEIFA IRSAD decile.", "4", "not scored", { min: 1, max: 10 }),
    seifa_irsd_decile: int("SEIFA IRSD decile.", "4", "not scored", { min: 1, max: 10 }),
    website: text("Website.", ""),
    wikidata_qid: text("Wikidata id.", ""),
    centroid_lat: measure("degrees", "Latitude.", "-36.07"),
    centroid_lon: measure("degrees", "Longitude.", "146.92"),
    fed_fag_aud: measure("AUD", "Federal assistance grant.", "7100000", 0),
    fed_fag_year: text("Year of the grant.", "2024-25"),
    avg_rates: measure("AUD", "Average residential rates.", "1390", 0),
    op_surplus_ratio: measure("%", "Operating surplus ratio.", "2.4"),
    asset_renewal_ratio: measure("%", "Asset renewal ratio.", "97.0", 0),
    fin_source: text("Source id of the finances.", "synthetic-councils", isSource),
    fin_year: text("Year of the finances.", "2024-25"),
    council_house_median: measure("AUD", "Median house price of the council area.", "545000", 0),
    council_house_median_period: text("Financial year of that median.", "2025-26"),
  },
});

export const SUBURB_LGA = table("suburb_lga", "Suburbs to councils", {
  key: ["sal_code", "lga_code"],
  doc: "Share of a suburb's residents in each council; the largest share is the dominant council.",
  columns: {
    sal_code: salCode(),
    lga_code: text("Council code.", "10050", must, { references: "lga.lga_code" }),
    share: double(
      "Share of residents, or of area if the source measured areas.",
      "0.93",
      "the source names the council without a share",
      { unit: "fraction", above: 0, max: 1 },
    ),
    edition: int("Year of the council boundaries.", "2024", { min: 1990, max: 2100 }),
  },
});

export const LGA_FACTS = table("lga_facts", "Figures of councils over time", {
  key: ["lga_code", "measure", "period", "source"],
  doc: "Observations of a council by measure and period: resident estimates, dwelling approvals, grants, medians.",
  columns: {
    lga_code: text("Council code.", "10050", must, { references: "lga.lga_code" }),
    measure: text(
      "What is measured. `erp` is annual, `dwelling_approvals_*` monthly unless it ends with `_fy`, all others by financial year.",
      "dwelling_approvals_total",
      must,
      { pattern: "[a-z][a-z0-9_]{0,63}" },
    ),
    period: date("Last day of the period.", "2026-09-30", must),
    value: double("The observation.", "41", must),
    unit: text("persons, AUD or count.", "count", must),
    source: text("Source id.", "synthetic-councils", must, isSource),
    source_licence: licence(),
  },
});

export const LGA_NEIGHBOURS = table("lga_neighbours", "Neighbouring councils", {
  key: ["lga_code", "neighbour_code"],
  doc: "Pairs of councils with a common border, including across state borders. A pair may be listed in either order or both.",
  columns: {
    lga_code: text("Council code.", "10050", must, { references: "lga.lga_code" }),
    neighbour_code: text("Code of the other council.", "10100", must, { references: "lga.lga_code" }),
  },
});
