import { STATE_CODES } from "../states.ts";
import { count, double, int, measure, must, ownSalCode, percent, table, text } from "../table-definition.ts";

const seifaColumns = Object.fromEntries(
  ["irsd", "irsad", "ier", "ieo"].flatMap((index) => {
    const name = `SEIFA ${index.toUpperCase()}`;
    const decile = { unit: "decile", min: 1, max: 10 };
    return [
      [
        `seifa_${index}_score`,
        int(`${name} score.`, "1012", "not scored", { unit: "index score", min: 1, max: 2000 }),
      ],
      ...["aus", "state"].map((within) => [
        `seifa_${index}_decile_${within}`,
        int(`${name} decile (${within}).`, "6", "not scored", decile),
      ]),
    ];
  }),
);

/** Remoteness areas, indexed by the last digit of their codes. */
export const REMOTENESS = ["Major city", "Inner regional", "Outer regional", "Remote", "Very remote"];

const areaCode = (doc: string, example: string) =>
  text(doc, example, { pattern: `[0-9]{${example.length}}` });

export const SUBURB_DEMOGRAPHICS = table("suburb_demographics", "Suburbs", {
  key: ["sal_code"],
  doc: "The main table: one row per suburb, with census, culture, electorates, SEIFA, elevation and editorial columns.",
  required: true,
  columns: {
    sal_code: ownSalCode(),
    sal_name: text("Suburb name.", "Aarons Pass", must),
    state_code: text("State or territory; must match the first digit of the code.", "NSW", must, {
      values: STATE_CODES,
      stateOf: "sal_code",
    }),
    postcode: text("Main postcode.", "2850", { pattern: "[0-9]{4}" }),
    centroid_lat: double("Latitude of the centroid (GDA2020).", "-32.86", {
      unit: "degrees",
      min: -90,
      max: 90,
    }),
    centroid_lon: double("Longitude of the centroid (GDA2020).", "149.81", {
      unit: "degrees",
      min: -180,
      max: 180,
    }),
    area_sqkm: double("Land area.", "82.76", { unit: "km²", min: 0 }),
    census_year: int("Census year.", "2021", { default: 2021, min: 1971, max: 2100 }),
    population: int("Usual residents.", "1342", "not published", { unit: "persons", min: 0 }),
    median_age: measure("years", "Median age.", "41", 0),
    median_weekly_hhd_income: measure("AUD/week", "Median weekly household income.", "1675", 0),
    median_weekly_per_income: measure("AUD/week", "Median weekly personal income.", "812", 0),
    median_weekly_rent: measure("AUD/week", "Median weekly rent.", "420", 0),
    median_monthly_mortgage: measure("AUD/month", "Median monthly mortgage repayment.", "1950", 0),
    dwelling_count: count("Occupied private dwellings.", "512"),
    pct_owned_outright: percent("Dwellings owned outright.", "34.1"),
    pct_owned_mortgage: percent("Dwellings owned with a mortgage.", "36.4"),
    pct_rented: percent("Dwellings rented.", "26.9"),
    pct_born_overseas: percent("Residents born overseas; null below 100 residents.", "21.5"),
    pct_english_only: percent("Residents speaking only English at home.", "81.2"),
    top_religion: text("Largest religious affiliation.", "No religion", "none published"),
    pct_top_religion: percent("Share of the largest affiliation.", "38.2"),
    pct_no_religion: percent("Share without religion.", "38.2"),
    top_language: text("Top home language other than English.", "Mandarin", "none published"),
    pct_top_language: percent("Share of that language.", "4.7"),
    federal_division: text("Federal electoral division.", "Calare"),
    federal_member: text("Federal member.", "(synthetic)"),
    federal_party: text("Federal member's party, full name.", "Australian Labor Party"),
    federal_party_ab: text("Federal member's party, abbreviation.", "ALP"),
    federal_tpp_alp: percent("Labor two-party-preferred share.", "51.3"),
    federal_margin: double(
      "Margin of the federal member: share of the final count minus 50 %.",
      "3.4",
      "not published",
      { unit: "percentage points", min: 0, max: 50 },
    ),
    state_district: text("State electoral district.", "Bathurst"),
    state_member: text("State member; missing in TAS and ACT (several members).", "(synthetic)"),
    state_party: text("State member's party, full name.", "Australian Labor Party"),
    state_party_ab: text("State member's party, abbreviation.", "ALP"),
    sa2_code: areaCode("Statistical area level 2 that contains most of the suburb.", "103031073"),
    sa3_code: areaCode("Statistical area level 3.", "10303"),
    sa4_code: areaCode("Statistical area level 4.", "103"),
    remoteness: text("Remoteness area that contains most of the suburb.", "Outer regional", {
      values: REMOTENESS,
    }),
    ...seifaColumns,
    pct_low_personal_income: percent(
      "Persons 15+ with 1 to 499 AUD per week; null below 100 residents.",
      "31.0",
    ),
    pct_high_personal_income: percent("Persons 15+ with 2,000 AUD per week or more.", "11.8"),
    unemployment_rate: percent("Unemployed share of the labour force.", "4.9"),
    labour_force_participation_rate: percent("Labour force share of persons 15+.", "63.4"),
    pct_bachelor_or_higher: percent("Persons 15+ with a bachelor degree or higher.", "24.5"),
    pct_separate_house: percent("Separate houses among occupied private dwellings.", "78.3"),
    pct_flat_apartment: percent("Flats and apartments among occupied private dwellings.", "9.4"),
    pct_couple_with_children: percent("Couples with children among families.", "43.7"),
    pct_lone_person_household: percent("Lone-person households.", "24.8"),
    pct_no_motor_vehicle: percent("Dwellings without a motor vehicle.", "5.9"),
    pct_two_or_more_motor_vehicles: percent("Dwellings with two or more motor vehicles.", "57.2"),
    pct_year_12: percent("Persons 15+ no longer at school who completed Year 12.", "52.8"),
    pct_low_household_income: percent("Households with 1 to 649 AUD per week.", "16.5"),
    pct_high_household_income: percent("Households with 3,000 AUD per week or more.", "24.3"),
    pct_high_mortgage: percent("Mortgaged dwellings with repayments of 3,000 AUD per month or more.", "17.4"),
    pct_high_rent: percent("Rented dwellings with a rent of 550 AUD per week or more.", "20.6"),
    elevation_min_m: measure("m", "Lowest elevation; may be negative.", "3.2"),
    elevation_median_m: measure("m", "Median elevation; may be negative.", "41.5"),
    elevation_max_m: measure("m", "Highest elevation; may be negative.", "188.0"),
    land_share_below_1m: percent("Sampled land below 1 m.", "0"),
    land_share_below_2m: percent("Sampled land below 2 m.", "0.4"),
    land_share_below_5m: percent("Sampled land below 5 m.", "2.9"),
    banner_archetype: text(
      "Landscape in the banner of the suburb's page.",
      "leafy-suburban",
      "plain residential",
      {
        values: [
          "coastal-beach",
          "harbour",
          "river-valley",
          "urban-skyline",
          "inner-terraces",
          "leafy-suburban",
          "parkland",
          "hills-ranges",
          "bushland",
          "farmland",
        ],
      },
    ),
    banner_blurb: text(
      "One editorial sentence.",
      "A quiet place among hills.",
      "generated from name and archetype",
    ),
    banner_bg_key: text("Picture key.", "leafy-suburban", "the archetype"),
    banner_bg_url: text("Picture URL.", "", "none"),
  },
});
