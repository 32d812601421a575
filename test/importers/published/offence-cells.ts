import { plainName, plainTableOf } from "../../support/plain/plain-csv.ts";
import { columnName, plainSheet } from "../../support/plain/plain-workbook.ts";
import { type Draws, drawsOf, type Published, plainSuburbs } from "./drawn-cells.ts";

/** Column offsets of the territory's classes within a quarter. */
const ACT_CLASSES = {
  break_ins: [7, 8, 9],
  motor_vehicle: [10],
  property_damage: [11],
  theft: [17],
  violent: [0, 1, 2, 3, 5, 6],
} as const;
const ACT_KINDS = Object.keys(ACT_CLASSES) as (keyof typeof ACT_CLASSES)[];

/** Offences by suburb: the publishers' cells of a year, summed. */
export function offenceCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const counted = rows("suburb_offences", "sal_code", "offence", "year");
  const victoria = plainSuburbs(published, "VIC");
  const south = plainSuburbs(published, "SA");
  const territory = plainSuburbs(published, "ACT");
  const drugs = plainTableOf(path("housing-more/vic-offences-by-suburb.drugs.csv.gz"));
  const drugsOf = Map.groupBy(drugs, (row) => `${plainName(row["Suburb/Town Name"])} ${row.Year}`);
  const days = plainTableOf(path("housing-more/sa-crime-4-suburbs.csv.gz"));
  const sheet = plainSheet(path("housing-more/act-crime-by-suburb-2014_2022.xlsx"), "Website Stats Jun22");
  const actRows = [...sheet].flatMap(([ref, value]) =>
    /^A\d+$/.test(ref) && territory.has(plainName(String(value))) ? [Number(ref.slice(1))] : [],
  );
  return [
    drawsOf("police-offences", "drug offences of Victoria, by suburb and year", 40, () => {
      const { Year, "Suburb/Town Name": name } = draw(drugs);
      const code = victoria.get(plainName(name));
      // Duplicate lines count once.
      const lines = drugsOf
        .get(`${plainName(name)} ${Year}`)!
        .map((row) => [JSON.stringify(row), row] as const);
      const own = [...new Map(lines).values()];
      const sum = own.reduce((all, row) => all + Number(row["Offence Count"]), 0);
      return code === undefined
        ? undefined
        : [`${name} ${Year}`, sum, counted.get(`${code} drugs ${Year}`)?.offences];
    }),
    drawsOf(
      "police-offences",
      "offences of the Australian Capital Territory, by suburb and financial year",
      40,
      () => {
        const [row, kind, year] = [draw(actRows), draw(ACT_KINDS), draw([2015, 2018, 2021, 2022])];
        // Quarters start at 2014 Q1, with 19 columns each; a financial year begins with the third.
        const first = 1 + 19 * (4 * (year - 1 - 2014) + 2);
        const columns = [0, 1, 2, 3].flatMap((quarter) =>
          ACT_CLASSES[kind].map((at) => first + 19 * quarter + at),
        );
        const sum = columns.reduce((all, at) => all + Number(sheet.get(`${columnName(at)}${row}`)), 0);
        const name = plainName(String(sheet.get(`A${row}`)));
        const imported = counted.get(`${territory.get(name)} ${kind} ${year}`)?.offences;
        return [`${name} ${kind} ${year}`, sum, imported];
      },
    ),
    drawsOf("police-offences", "break-ins and damage of South Australia, financial year 2023-24", 8, () => {
      const name = draw(days)["Suburb - Incident"];
      const [kind, level] = draw([
        ["break_ins", "SERIOUS CRIMINAL TRESPASS"],
        ["property_damage", "PROPERTY DAMAGE AND ENVIRONMENTAL"],
      ] as const);
      const own = days.filter((row) => {
        const [day, month, year] = row["Reported Date"].split("/");
        const date = `${year}-${month}-${day}`;
        const isOfYear = date >= "2023-07-01" && date <= "2024-06-30";
        return isOfYear && row["Suburb - Incident"] === name && row["Offence Level 2 Description"] === level;
      });
      const sum = own.reduce((all, row) => all + Number(row["Offence count"]), 0);
      const code = south.get(plainName(name));
      return [`${name} ${kind}`, sum, counted.get(`${code} ${kind} 2024`)?.offences];
    }),
  ];
}
