import { type NamedSuburb, SuburbNames } from "../../src/importers/places/suburb-names.ts";

export const suburb = (salCode: string, name: string, stateCode: NamedSuburb["stateCode"]): NamedSuburb => ({
  salCode,
  name,
  stateCode,
});
/** A few suburbs, two of them with the same name. */
export const SUBURBS = new SuburbNames([
  suburb("10100", "Alpha", "NSW"),
  suburb("10200", "Mount Beta (NSW)", "NSW"),
  suburb("20100", "Richmond (Vic.)", "VIC"),
  suburb("20200", "Hillside (Melton - Vic.)", "VIC"),
  suburb("20300", "Hillside (East Gippsland - Vic.)", "VIC"),
  suburb("40100", "O'Halloran Hill", "SA"),
  suburb("40200", "Glenelg (SA)", "SA"),
]);
/** The cells that identify a price row. */
export const price = (row: Record<string, unknown>) => [
  row.region_code,
  row.measure,
  row.dwelling_type,
  row.period,
  row.value,
];
