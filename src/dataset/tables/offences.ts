import { int, isSource, licence, must, salCode, table, text } from "../table-definition.ts";

/** The kinds that the states' own classes are mapped to; `other` is what a publisher itself calls other. */
export const OFFENCES = [
  "break_ins",
  "violent",
  "motor_vehicle",
  "property_damage",
  "theft",
  "drugs",
  "other",
] as const;
export type Offence = (typeof OFFENCES)[number];

export const SUBURB_OFFENCES = table("suburb_offences", "Recorded offences", {
  key: ["sal_code", "offence", "year"],
  doc: "Offences recorded by a state's police in a suburb, as published. Counting rules differ between states: compare only within a state.",
  columns: {
    sal_code: salCode(),
    offence: text("Kind of offence.", "break_ins", must, { values: OFFENCES }),
    year: int("Calendar year in which the year of the count ends.", "2022", must, {
      min: 1990,
      max: 2100,
    }),
    year_ends: int("Month in which the year ends: 6 is June.", "6", "the file does not say", {
      min: 1,
      max: 12,
    }),
    offences: int("Offences in the twelve months.", "41", must, { unit: "count", min: 0 }),
    source_jurisdiction: text("Publishing jurisdiction.", "ACT"),
    source: text("Source id.", "synthetic-crime", must, isSource),
    source_licence: licence(),
  },
});
