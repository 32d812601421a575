import { remembered } from "../../../runtime/lazy.ts";
import type { PageStore } from "../../pages/page-store.ts";
import type { SnapshotView } from "../../view.ts";
import { Positions } from "./positions.ts";
import { Prices } from "./prices.ts";
import { displayName } from "./product-name.ts";
import { Securities } from "./securities.ts";

/** The market of one snapshot. Columns are read when they are first asked for, and stay in memory. */
export class Market {
  readonly securities: Securities;
  readonly positions: Positions;
  readonly prices: Prices;
  /** Names of products as readers know them, by product and code. */
  readonly #names = new Map<string, string>();

  constructor(pages: PageStore) {
    this.securities = new Securities(pages);
    this.positions = new Positions(pages, this.securities.codes);
    this.prices = new Prices(pages);
  }

  /** The company's name, or that of the product in a row as a reader knows it; "" without either. */
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

/** The market part of a view, made with the first question. */
export function marketOf(view: SnapshotView): Market {
  return view.derived("market", () => new Market(view.pages));
}
