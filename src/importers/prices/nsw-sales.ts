import { remembered } from "../../runtime/lazy.ts";
import type { CombineContext, Combined, Importer, StoredPart } from "../importer.ts";
import type { ImportFile } from "../run/import-file.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { dateOfText } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { MIN_SALES, quarterlyMedians, type Sale } from "./sale-medians.ts";
import { combineFigures } from "./suburb-figures.ts";

const NSW_SALES_SOURCE = sourceFacts({
  id: "nsw-psi",
  publisher: "NSW Valuer General",
  title: "Bulk property sales information, medians by suburb and quarter",
  licenceClass: "unsettled",
  url: "https://valuation.property.nsw.gov.au/embed/propertySalesInformation",
  precedence: 45,
});

/** Importer for district files of weekly archives; medians are computed over all imported weeks. */
export const NSW_SALES: Importer<NswSalesPart> = {
  id: "nsw-sales",
  title: "NSW property sales information (weekly .DAT files)",
  version: 3,
  mayLackLineEnd: true,
  sources: [NSW_SALES_SOURCE],
  recognise(file) {
    if (isOldNswArchive(file))
      return { confidence: 95, what: "NSW property sales of the archive before 2001" };
    const match = /^A;RTSALEDATA;(\d+);/.exec(file.firstLine);
    return match === null ? undefined : { confidence: 95, what: `NSW property sales, district ${match[1]}` };
  },
  read: (file) => (isOldNswArchive(file) ? refuseOldNswArchive(file) : readNswSales(file)),
  explain: () => [
    "B records to sales: nature R without strata lot and unit number is a house, with one a unit; V is land",
    "left out: part interests, sales of several properties at once, contracts dated after the file, token prices",
    `house_prices median_price and transfer_count by suburb and quarter of contract, from ${MIN_SALES} sales on`,
    "localities are matched to suburbs by name; of suburbs with one name the one with the sale's postcode",
    "the same sale in several weeks counts once, as last published",
  ],
  combine: combineSales,
};

function combineSales(parts: readonly StoredPart<NswSalesPart>[], context: CombineContext): Combined {
  const tally = new RejectTally();
  const latest = new Map<string, NswSale & { made: string }>();
  const propertiesOf = new Map<string, Set<string>>();
  for (const { part } of parts) {
    for (const sale of part.sales) {
      remembered(propertiesOf, sale.dealing, () => new Set()).add(sale.property);
      const id = `${sale.dealing} ${sale.property}`;
      const before = latest.get(id);
      if (before === undefined || before.made < part.made) latest.set(id, { ...sale, made: part.made });
    }
  }
  const single = [...latest.values()].filter(({ dealing, row }) => {
    const count = propertiesOf.get(dealing)!.size;
    if (count > 1) tally.reject("several properties in one sale", row, `dealing ${dealing} covers ${count}`);
    return count === 1;
  });
  const newest = parts.at(-1)!.vintage;
  const placed = single.flatMap((sale) => placedSale(sale, context, tally));
  const { figures, thin } = quarterlyMedians(placed, newest);
  const computed = { part: { figures }, path: "NSW sales", sha256: "", vintage: newest };
  const combined = combineFigures([computed], NSW_SALES_SOURCE, "NSW", context);
  return {
    fragments: combined.fragments,
    rejects: [...combined.rejects, ...tally.rules()],
    notes: [
      ...combined.notes,
      `${placed.length} sales; ${thin} suburb quarters with fewer than ${MIN_SALES} sales are left out`,
    ],
  };
}

/** Adds the full suburb name if several share the locality's; rejected unless the postcode decides. */
function placedSale(sale: NswSale, { suburbs, suburbOf }: CombineContext, tally: RejectTally): NswSale[] {
  const found = suburbs.match("NSW", sale.name);
  if (found.length < 2) return [sale];
  const fitting = found.filter(({ salCode }) => suburbOf(salCode)?.postcode === sale.postcode);
  if (sale.postcode !== "" && fitting.length === 1) return [{ ...sale, name: fitting[0].name }];
  const twins = found.map(
    ({ salCode, name }) => `${name} ${suburbOf(salCode)?.postcode ?? "(postcode unknown)"}`,
  );
  tally.reject("ambiguous suburb", sale.row, `"${sale.name}" ${sale.postcode} may be ${twins.join(" or ")}`);
  return [];
}

type NswSale = NonNullable<ReturnType<typeof saleOf>>;
type NswSalesPart = ReturnType<typeof readNswSales>["part"];

/** Lower prices are nominal: transfers within a family, strips of land sold to a council. */
const TOKEN_PRICE = 10_000;

/** Minimum fields of a B record; the archive of sales before 2001 has fewer. */
const FIELDS_NEEDED = 24;

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

/** True for sales before 2001: no file header, and shorter records. */
function isOldNswArchive(file: ImportFile): boolean {
  if (!/^[AB];/.test(file.firstLine) || /^A;RTSALEDATA;/.test(file.firstLine)) return false;
  const record = /^B;[0-9]{1,3};[^\r\n]*/m.exec(file.head)?.[0];
  return record !== undefined && record.split(";").length < FIELDS_NEEDED;
}

function refuseOldNswArchive(file: ImportFile): never {
  file.refuse(
    `sales before 2001, in the layout of the archive: its records name neither the nature of the property ` +
      "nor a strata lot, so that houses, units and land cannot be told apart; import the files of 2001 and later",
  );
}

/** Reads a district's sales. The last record counts the others; the file is rejected if they differ. */
function readNswSales(file: ImportFile) {
  const lines = file.text.split(/\r\n|\n|\r/);
  /** Time when the district file was made, YYYYMMDD HH:MM. */
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
      `the Z record states ${announced.join(", ")} B, C and D records; found ${counts.B}, ${counts.C}, ${counts.D}`,
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
