import {
  column,
  licenceColumn,
  salCodeColumn,
  type TableDefinition,
  textColumn,
} from "../table-definition.ts";

/** Kinds of offence that the states' own classes are sorted into; `other` is what a publisher itself calls other. */
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

export const SUBURB_OFFENCES: TableDefinition = {
  name: "suburb_offences",
  title: "Recorded offences",
  doc: "Offences that the police of a state recorded in a suburb, as they counted them. States count by rules of their own: compare within one.",
  key: ["sal_code", "offence", "year"],
  columns: [
    salCodeColumn(),
    column("offence", "text", "Kind of offence.", "break_ins", { required: true, values: OFFENCES }),
    column("year", "int", "Year of the count, by the calendar year in which it ends.", "2022", {
      required: true,
      min: 1990,
      max: 2100,
    }),
    column("year_ends", "int", "Month in which the year ends: 6 is June.", "6", {
      min: 1,
      max: 12,
      nullMeaning: "the file does not say",
    }),
    column("offences", "int", "Offences in the twelve months.", "41", {
      required: true,
      unit: "count",
      min: 0,
    }),
    textColumn("source_jurisdiction", "Publishing jurisdiction.", "ACT"),
    column("source", "text", "Source id.", "synthetic-crime", { required: true, sourceId: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};
