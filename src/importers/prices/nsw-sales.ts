import { remembered } from "../../runtime/lazy.ts";
import type { CombineContext, Combined, Importer, StoredPart } from "../importer.ts";
import { RejectTally } from "../run/reject-tally.ts";
import { sourceFacts } from "../source-licence.ts";
import {
  isOldNswArchive,
  type NswSale,
  type NswSalesPart,
  readNswSales,
  refuseOldNswArchive,
} from "./read-nsw-sales.ts";
import { MIN_SALES, quarterlyMedians } from "./sale-medians.ts";
import { combineMadeFigures } from "./suburb-figures.ts";

export const NSW_SALES_SOURCE = sourceFacts({
  id: "nsw-psi",
  publisher: "NSW Valuer General",
  title: "Bulk property sales information, medians by suburb and quarter",
  licenceClass: "unsettled",
  url: "https://valuation.property.nsw.gov.au/embed/propertySalesInformation",
  precedence: 45,
});

/** District files of the weekly archives. The medians are made when all imported weeks are together. */
export const NSW_SALES: Importer<NswSalesPart> = {
  id: "nsw-sales",
  title: "NSW property sales information (weekly .DAT files)",
  version: 3,
  endsAnyhow: true,
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
  const made = { path: "NSW sales", vintage: newest };
  const combined = combineMadeFigures(figures, made, NSW_SALES_SOURCE, "NSW", context);
  return {
    fragments: combined.fragments,
    rejects: [...combined.rejects, ...tally.rules()],
    notes: [
      ...combined.notes,
      `${placed.length} sales; ${thin} suburb quarters with fewer than ${MIN_SALES} sales are left out`,
    ],
  };
}

/** The sale under the full name of its suburb where several share the locality's name; rejected where none fits alone. */
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
