import { remembered } from "../../../runtime/lazy.ts";
import type { PageStore } from "../../pages/page-store.ts";
import type { SnapshotView } from "../../view.ts";
import { Positions } from "./positions.ts";
import { Prices } from "./prices.ts";
import { displayName } from "./product-name.ts";
import { Securities } from "./securities.ts";

/** Market data of one snapshot. Columns are read on first use and stay in memory. */
export class Market {
  readonly securities: Securities;
  readonly positions: Positions;
  readonly prices: Prices;
  /** Display names of products, by product and code. */
  readonly #names = new Map<string, string>();

  constructor(pages: PageStore) {
    this.securities = new Securities(pages);
    this.positions = new Positions(pages, this.securities.codes);
    this.prices = new Prices(pages);
  }

  /** The company's name, else the display name of the row's product, else "". */
  nameOf(code: number, row?: number): string {
    const { companyName } = this.securities.all[code];
    if (companyName !== "" || row === undefined) return companyName;
    const product = this.positions.nameOf(row);
    return remembered(this.#names, `${product} ${code}`, () =>
      displayName(this.positions.names[product], this.securities.codes[code]),
    );
  }

  /** The newest row of a code; undefined when it was never reported. */
  newestRow(code: number): number | undefined {
    const [from, to] = this.positions.placesOf(code);
    return to > from ? this.positions.rowAt(to - 1) : undefined;
  }
}

export function marketOf(view: SnapshotView): Market {
  return view.derived("market", () => new Market(view.pages));
}
