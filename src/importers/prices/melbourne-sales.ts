import { STATES } from "../../dataset/states.ts";
import { headerOf } from "../files/header-of.ts";
import { PlainTable } from "../files/plain-table.ts";
import type { FileReading, Importer } from "../importer.ts";
import { normalisedName } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, refuseMonthFirst } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { wordTable } from "../word-table.ts";
import { MIN_SALES, quarterlyMedians, type Sale } from "./sale-medians.ts";
import { combineFigures } from "./suburb-figures.ts";

export const MELBOURNE_SALES_SOURCE = sourceFacts({
  id: "melbourne-housing",
  publisher: "Kaggle user anthonypino, from weekly auction results",
  title: "Melbourne housing market, medians by suburb and quarter",
  licence: "CC-BY-NC-SA-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Melbourne Housing Market (anthonypino, Kaggle)",
  precedence: 20,
});

/** A sale with the address that tells it from others of its suburb. */
interface MelbourneSale extends Sale {
  readonly address: string;
}

export interface MelbournePart {
  readonly sales: readonly MelbourneSale[];
}

const STATE = STATES.find(({ code }) => code === "VIC")!;
const COLUMNS = ["suburb", "address", "rooms", "type", "price", "method", "sellerg", "date", "councilarea"];
/** Councils of Greater Melbourne that bear the name of a suburb's twin; the file knows no other place. */
const METROPOLITAN = [
  "Melton",
  "Wyndham",
  "Hume",
  "Whittlesea",
  "Casey",
  "Cardinia",
  "Yarra Ranges",
  "Mornington Peninsula",
];
/** House and the like, unit, townhouse. */
const TYPES = wordTable<Sale["dwellingType"]>({ h: "house", u: "unit", t: "attached" });
/** Sold at, before and after auction; every other method is a bid, a passed-in lot or a secret price. */
const SOLD = new Set(["S", "SP", "SA"]);

/** The Melbourne housing file of Kaggle: one row an auction result. */
export const MELBOURNE_SALES: Importer<MelbournePart> = {
  id: "melbourne-sales",
  title: "Melbourne housing market sales",
  version: 2,
  sources: [MELBOURNE_SALES_SOURCE],
  recognise(file) {
    const header = headerOf(file);
    if (!header.includes("sellerg") || COLUMNS.filter((column) => header.includes(column)).length < 7)
      return undefined;
    return { confidence: 80, what: "Melbourne housing market sales and auction results" };
  },
  read: readMelbourneSales,
  explain: () => [
    "sold rows (method S, SP, SA) with a price: type h to house, u to unit, t to attached",
    `house_prices median_price and transfer_count by suburb and quarter, from ${MIN_SALES} sales on`,
    "rows that stand twice count once, in one file or in several; CouncilArea tells suburbs of one name apart",
  ],
  combine(parts, context) {
    const newest = parts.at(-1)!.vintage;
    // Published files share sales; parts come in order of vintage, so that the newest word counts.
    const sales = new Map(
      parts.flatMap(({ part }) => part.sales.map((sale) => [saleId(sale), sale] as const)),
    );
    const { figures, thin } = quarterlyMedians(sales.values(), newest);
    const part = { figures };
    const combined = combineFigures(
      [{ part, path: parts.at(-1)!.path, sha256: "", vintage: newest }],
      MELBOURNE_SALES_SOURCE,
      STATE,
      context,
    );
    const note = `${thin} suburb quarters with fewer than ${MIN_SALES} sales are left out`;
    return { ...combined, notes: [...(combined.notes ?? []), note] };
  },
};

/** What makes two rows one sale: the address, the day and the kind of dwelling. Where it is in a file says nothing. */
function saleId({ name, address, date, dwellingType }: MelbourneSale): string {
  return [normalisedName(name), normalisedName(address), date, dwellingType].join("\u0000");
}

function readMelbourneSales(file: ImportFile): FileReading<MelbournePart> {
  const table = new PlainTable(file, COLUMNS);
  refuseMonthFirst(file.path, table.column("date"));
  const sales: MelbourneSale[] = [];
  const seen = new Set<string>();
  let newest = "";
  for (const { row, cells, text, reject } of table.records()) {
    const id = cells.join("\u0000");
    const dwellingType = TYPES[text("type")];
    const date = dateOfText(text("date"));
    const price = Number(text("price"));
    const council = text("councilarea");
    if (seen.has(id)) reject("row twice", `${text("suburb")}, ${text("address")}`);
    else if (!SOLD.has(text("method"))) reject("not sold", `method "${text("method")}"`);
    else if (text("price") === "") reject("no price", "the price is empty");
    else if (!Number.isFinite(price) || price <= 0) reject("not a price", `price "${text("price")}"`);
    else if (date === undefined) reject("no date", `date "${text("date")}"`);
    else if (dwellingType === undefined) reject("unknown type", `type "${text("type")}"`);
    else {
      const hints = council === "" || council === "#N/A" ? METROPOLITAN : [council, ...METROPOLITAN];
      sales.push({ name: text("suburb"), address: text("address"), dwellingType, date, price, row, hints });
      newest = date > newest ? date : newest;
    }
    seen.add(id);
  }
  if (sales.length === 0) throw table.refusal(`no sale with a price in ${table.rowsRead} rows`);
  return table.reading({
    part: { sales },
    rowsUsed: sales.length,
    vintage: newest,
    notes: ["the vintage is the date of the last sale"],
  });
}
