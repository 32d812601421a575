import type { Metric } from "../../../dataset/metric.ts";
import { REMOTENESS } from "../../../dataset/tables/demographics.ts";
import { PARTY_LABELS } from "./categories.ts";
import {
  categorical,
  DEMOGRAPHICS,
  HAS_RESIDENTS,
  labelPlace,
  MIN_SHARE_RESIDENTS,
  numeric,
  sqlList,
} from "./declare.ts";

const RELIGIONS = [
  "No religion",
  "Catholic",
  "Anglican",
  "Other Christian",
  "Islam",
  "Hinduism",
  "Buddhism",
  "Judaism",
  "Other",
];

const LANGUAGES =
  "Mandarin Cantonese Italian Greek Vietnamese Arabic Punjabi Hindi Spanish German Filipino Tagalog Other English".split(
    " ",
  );

/**
 * An empty label means English only if languages are known: for the suburb by its share, or for its state by
 * any label, as the census table of languages is imported state by state. Otherwise null.
 */
const LANGUAGE = `CASE
    WHEN population IS NULL OR population < ${MIN_SHARE_RESIDENTS} THEN NULL
    WHEN coalesce(top_language, '') = '' AND pct_top_language IS NULL AND suburb.state_code NOT IN (
      SELECT state_code FROM suburb_demographics WHERE coalesce(top_language, '') <> ''
    ) THEN NULL
    WHEN nullif(trim(top_language), '') IS NULL OR coalesce(pct_top_language, 0) < 5
      THEN ${LANGUAGES.indexOf("English")}
    ELSE ${labelPlace(LANGUAGES, "top_language", "Other")} END`;

const stored = (key: string, unit: string, label: string, column: string): Metric =>
  numeric(key, unit, label, { table: DEMOGRAPHICS, column, derivation: "stored value" });

/** SQL: whether there is a register. If so, unlisted suburbs have 0 declarations, else null. */
export const HAS_REGISTER = "(SELECT count(*) FROM work.suburb_declared_property) > 0";

export const PEOPLE_METRICS: readonly Metric[] = [
  numeric("price", "AUD", "House median price", {
    table: "house_prices",
    column: "value",
    rows: "median_price_house",
    sql: "latest_median_price",
    derivation:
      "latest public suburb house median, any final figure before a preliminary one; null if unpriced",
  }),
  numeric("population", "persons", "Population", {
    table: DEMOGRAPHICS,
    sql: "suburb.population",
    derivation: "stored value",
  }),
  stored("age", "years", "Median age", "median_age"),
  stored("income", "AUD/week", "Median weekly household income", "median_weekly_hhd_income"),
  numeric("born_overseas", "%", "Born overseas", {
    table: DEMOGRAPHICS,
    column: "pct_born_overseas",
    leastResidents: MIN_SHARE_RESIDENTS,
    derivation: "stored value; null below 100 residents",
  }),
  categorical("religion", "Largest religion", RELIGIONS, {
    table: DEMOGRAPHICS,
    column: "top_religion",
    leastResidents: MIN_SHARE_RESIDENTS,
    sql: labelPlace(RELIGIONS, "top_religion", "Other"),
    derivation: "largest affiliation; null without one and below 100 residents; an unlisted name is Other",
  }),
  categorical("language", "Top language other than English", LANGUAGES, {
    table: DEMOGRAPHICS,
    column: "top_language",
    leastResidents: MIN_SHARE_RESIDENTS,
    sql: LANGUAGE,
    derivation:
      "null below 100 residents, and without a language in a state where none is known; English without a language or with a share under 5 %; an unlisted name is Other",
  }),
  categorical("federal_party", "Federal party", PARTY_LABELS, {
    table: DEMOGRAPHICS,
    column: "federal_party_ab",
    sql: "federal.party",
    derivation: "party of the federal member",
  }),
  stored("federal_lean", "%", "Labor two-party-preferred share", "federal_tpp_alp"),
  categorical("state_party", "State party", PARTY_LABELS, {
    table: DEMOGRAPHICS,
    column: "state_party_ab",
    sql: "state.party",
    derivation: "party of the state member; null in TAS and ACT",
  }),
  numeric("politician_property", "count", "Declared politician properties", {
    table: "register_suburb_property",
    column: "declared_property_count",
    sql: `CASE WHEN ${HAS_RESIDENTS} AND ${HAS_REGISTER} THEN coalesce(declared_property_count, 0) END`,
    derivation: "declared count with missing = 0; null without residents",
  }),
];

export const AREA_METRICS: readonly Metric[] = [
  numeric("federal_margin", "percentage points", "Federal member's margin", {
    table: DEMOGRAPHICS,
    derivation:
      "how far above half the federal member was in the final count, against whichever candidate came second",
  }),
  categorical("remoteness", "Remoteness area", REMOTENESS, {
    table: DEMOGRAPHICS,
    sql: `list_position(${sqlList(REMOTENESS)}, remoteness) - 1`,
    derivation:
      "class that holds most of the suburb, from major cities to very remote; a higher code is more remote",
  }),
];
