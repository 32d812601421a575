import type { FileReading } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText } from "../series/period.ts";
import type { Sale } from "./sale-medians.ts";

/** A sale with what tells it from others. */
export interface NswSale extends Sale {
  readonly dealing: string;
  readonly property: string;
  readonly postcode: string;
}

export interface NswSalesPart {
  /** When the district file was made, YYYYMMDD HH:MM. */
  readonly made: string;
  readonly sales: readonly NswSale[];
}

/** Prices below are nominal: transfers within a family, strips of land sold to a council. */
const TOKEN_PRICE = 10_000;

/** Fields of a B record; the archive of sales before 2001 has fewer. */
const FIELDS_NEEDED = 24;

/** Fields of a B record, from 0. */
const FIELD = {
  property: 2,
  unit: 6,
  locality: 9,
  postcode: 10,
  contract: 13,
  price: 15,
  nature: 17,
  strataLot: 19,
  interest: 22,
  dealing: 23,
} as const;

/** Whether these are sales before 2001: records without the header of the later files, with fewer fields. */
export function isOldNswArchive(file: ImportFile): boolean {
  if (!/^[AB];/.test(file.firstLine) || /^A;RTSALEDATA;/.test(file.firstLine)) return false;
  const record = /^B;[0-9]{1,3};[^\r\n]*/m.exec(file.head)?.[0];
  return record !== undefined && record.split(";").length < FIELDS_NEEDED;
}

/** Refuses sales before 2001 by name. */
export function refuseOldNswArchive(file: ImportFile): never {
  file.refuse(
    `sales before 2001, in the layout of the archive: its records name neither the nature of the property ` +
      "nor a strata lot, so that houses, units and land cannot be told apart; import the files of 2001 and later",
  );
}

/** The sales of one district. The last record counts the others, so a cut file is refused. */
export function readNswSales(file: ImportFile): FileReading<NswSalesPart> {
  const lines = file.text.split(/\r\n|\n|\r/);
  const made = lines[0].split(";")[3] ?? "";
  const vintage = dateOf(made.slice(0, 8));
  if (vintage === undefined) file.refuse(`row 1 has no date: "${lines[0]}"`);
  const tally = new RejectTally();
  const sales: NswSale[] = [];
  const counts = { B: 0, C: 0, D: 0 };
  let trailer: string[] | undefined;
  lines.forEach((line, i) => {
    const fields = line.split(";");
    const kind = fields[0] as "A" | "B" | "C" | "D" | "Z" | "";
    if (kind === "B" || kind === "C" || kind === "D") counts[kind]++;
    else if (kind === "Z") trailer = fields;
    else if (line.trim() !== "" && i > 0) tally.reject("unknown record", i + 1, `record "${kind}"`);
    if (kind !== "B") return;
    const sale = saleOf(fields, i + 1, vintage, tally);
    if (sale !== undefined) sales.push(sale);
  });
  if (trailer === undefined) file.refuse(`cut short: no Z record after row ${lines.length}`);
  const announced = trailer.slice(2, 5).map(Number);
  if (announced.join() !== [counts.B, counts.C, counts.D].join())
    file.refuse(
      `the Z record announces ${announced.join(", ")} B, C and D records, found ${counts.B}, ${counts.C}, ${counts.D}`,
    );
  return tally.reading({ part: { made, sales }, rowsRead: counts.B, rowsUsed: sales.length, vintage });
}

function saleOf(fields: readonly string[], row: number, madeOn: string, tally: RejectTally) {
  const reject = (rule: string, reason: string) => void tally.reject(rule, row, reason);
  if (fields.length < FIELDS_NEEDED) {
    return reject("wrong number of fields", `${fields.length} fields, ${FIELDS_NEEDED} are needed`);
  }
  const text = (field: number) => fields[field].trim();
  const dwellingType = dwellingOf(text(FIELD.nature), text(FIELD.unit), text(FIELD.strataLot));
  if (dwellingType === undefined)
    return reject("not residential", `nature of property "${text(FIELD.nature)}"`);
  const interest = Number(text(FIELD.interest));
  if (interest > 0 && interest < 100) return reject("part interest", `${interest} % of the property`);
  const price = Number(text(FIELD.price));
  if (!Number.isFinite(price) || price < TOKEN_PRICE)
    return reject("token price", `price "${text(FIELD.price)}"`);
  const date = dateOf(text(FIELD.contract));
  if (date === undefined) return reject("no contract date", `contract date "${text(FIELD.contract)}"`);
  if (date > madeOn) return reject("contract after the file", `contract ${date}, file of ${madeOn}`);
  const name = text(FIELD.locality);
  if (name === "") return reject("no locality", "the locality is empty");
  const property = text(FIELD.property);
  return {
    name,
    dwellingType,
    date,
    price,
    row,
    property,
    postcode: text(FIELD.postcode),
    dealing: text(FIELD.dealing) || `no dealing ${property} ${date}`,
  };
}

function dwellingOf(nature: string, unit: string, strataLot: string): Sale["dwellingType"] | undefined {
  if (nature === "V") return "land";
  if (nature !== "R") return undefined;
  return unit === "" && strataLot === "" ? "house" : "unit";
}

function dateOf(digits: string): string | undefined {
  return dateOfText(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}`);
}
