import { plainName } from "../../support/plain/plain-csv.ts";
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

/** Offences of the territory by suburb: the publisher's cells of a year, summed. */
export function offenceCells(published: Published): Draws[] {
  const { rows, draw, path } = published;
  const counted = rows("suburb_offences", "sal_code", "offence", "year");
  const territory = plainSuburbs(published, "ACT");
  const sheet = plainSheet(path("housing-more/act-crime-by-suburb-2014_2022.xlsx"), "Website Stats Jun22");
  const actRows = [...sheet].flatMap(([ref, value]) =>
    /^A\d+$/.test(ref) && territory.has(plainName(String(value))) ? [Number(ref.slice(1))] : [],
  );
  return [
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
  ];
}
