import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame, type NumberColumn } from "../column-frame.ts";
import { GroupedDays } from "../grouped-days.ts";

const MEASURES = ["open", "high", "low", "close", "volume"] as const;

/** Sessions of the market indices with their levels, grouped by index. */
export class Indices extends GroupedDays {
  readonly codes = this.frame.texts("codes");
  readonly names = this.frame.texts("name");
  readonly returnTypes = this.frame.texts("return_type");
  readonly currencies = this.frame.texts("currency");
  readonly measures = Object.fromEntries(
    MEASURES.map((name) => [name, this.frame.numbers(name)]),
  ) as Readonly<Record<(typeof MEASURES)[number], NumberColumn>>;
  readonly #day = this.frame.numbers("day");

  constructor(pages: PageStore) {
    super(new ColumnFrame(pages, "market_indices"));
  }

  override dayAt(place: number): number {
    return this.#day.at(place);
  }
}
