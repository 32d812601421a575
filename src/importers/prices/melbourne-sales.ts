import { byColumns, PlainTable } from "../files/plain-table.ts";
import type { Importer } from "../importer.ts";
import { lookupOf } from "../lookup.ts";
import { normalisedName } from "../places/suburb-names.ts";
import type { ImportFile } from "../run/import-file.ts";
import { dateOfText, refuseMonthFirst } from "../series/period.ts";
import { sourceFacts } from "../source-licence.ts";
import { MIN_SALES, quarterlyMedians, type Sale } from "./sale-medians.ts";
import { combineFigures } from "./suburb-figures.ts";

const MELBOURNE_SALES_SOURCE = sourceFacts({
  id: "melbourne-housing",
  publisher: "Kaggle user anthonypino, from weekly auction results",
  title: "Melbourne housing market, medians by suburb and quarter",
  licence: "CC-BY-NC-SA-4.0",
  licenceClass: "non-commercial",
  attribution: "Source: Melbourne Housing Market (anthonypino, Kaggle)",
  precedence: 20,
});

type MelbournePart = ReturnType<typeof readMelbourneSales>["part"];

const COLUMNS = ["suburb", "address", "rooms", "type", "price", "method", "sellerg", "date", "councilarea"];
/** Councils of Greater Melbourne that qualify ambiguous suburb names; the file covers no other area. */
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
/** `h` includes cottages, villas and the like. */
const TYPES = lookupOf<Sale["dwellingType"]>({ h: "house", u: "unit", t: "attached" });
/** Sold at, before or after auction. Other methods are bids, passed-in lots and undisclosed prices. */
const SOLD = new Set(["S", "SP", "SA"]);

export const MELBOURNE_SALES: Importer<MelbournePart> = {
  id: "melbourne-sales",
  title: "Melbourne housing market sales",
  version: 2,
  sources: [MELBOURNE_SALES_SOURCE],
  recognise: byColumns(
    COLUMNS,
    7,
    { confidence: 80, what: "Melbourne housing market sales and auction results" },
    ["sellerg"],
  ),
  read: readMelbourneSales,
  explain: () => [
    "sold rows (method S, SP, SA) with a price: type h to house, u to unit, t to attached",
    `house_prices median_price and transfer_count by suburb and quarter, from ${MIN_SALES} sales on`,
    "duplicate rows count once, within a file or across files; CouncilArea tells suburbs of one name apart",
  ],
  combine(parts, context) {
    const newest = parts.at(-1)!.vintage;
    // Published files overlap. Parts are in order of vintage, so the latest version of a sale wins.
    const sales = new Map(
      parts.flatMap(({ part }) => part.sales.map((sale) => [saleId(sale), sale] as const)),
    );
    const { figures, thin } = quarterlyMedians(sales.values(), newest);
    const computed = { part: { figures }, path: parts.at(-1)!.path, sha256: "", vintage: newest };
    const combined = combineFigures([computed], MELBOURNE_SALES_SOURCE, "VIC", context);
    const note = `${thin} suburb quarters with fewer than ${MIN_SALES} sales are left out`;
    return { ...combined, notes: [...combined.notes, note] };
  },
};

/** Identity of a sale across files: address, day and dwelling type. */
function saleId({ name, address, date, dwellingType }: MelbournePart["sales"][number]): string {
  return [normalisedName(name), normalisedName(address), date, dwellingType].join("\u0000");
}

function readMelbourneSales(file: ImportFile) {
  const table = new PlainTable(file, COLUMNS);
  refuseMonthFirst(file.path, table.column("date"));
  let newest = "";
  const sales = table.take("no sale with a price", ({ row, cells, text, reject, before }) => {
    const dwellingType = TYPES[text("type")];
    const date = dateOfText(text("date"));
    const price = Number(text("price"));
    const council = text("councilarea");
    if (before(cells.join("\u0000")) !== undefined)
      return reject("row twice", `${text("suburb")}, ${text("address")}`);
    if (!SOLD.has(text("method"))) return reject("not sold", `method "${text("method")}"`);
    if (text("price") === "") return reject("no price", "the price is empty");
    if (!Number.isFinite(price) || price <= 0) return reject("not a price", `price "${text("price")}"`);
    if (date === undefined) return reject("no date", `date "${text("date")}"`);
    if (dwellingType === undefined) return reject("unknown type", `type "${text("type")}"`);
    const hints = council === "" || council === "#N/A" ? METROPOLITAN : [council, ...METROPOLITAN];
    newest = date > newest ? date : newest;
    return { name: text("suburb"), address: text("address"), dwellingType, date, price, row, hints };
  });
  return table.reading({
    part: { sales },
    vintage: newest,
    notes: ["the vintage is the date of the last sale"],
  });
}
