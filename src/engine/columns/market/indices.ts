import type { PageStore } from "../../pages/page-store.ts";
import { ColumnFrame, type NumberColumn } from "../column-frame.ts";
import { GroupedDays } from "../grouped-days.ts";

const MEASURES = ["open", "high", "low", "close", "volume"] as const;

/** Sessions of the indices of a snapshot, by index, with their levels. */
export class Indices extends GroupedDays {
  readonly codes: readonly string[];
  readonly names: readonly string[];
  readonly returnTypes: readonly string[];
  readonly currencies: readonly string[];
  readonly measures: Readonly<Record<(typeof MEASURES)[number], NumberColumn>>;

  constructor(pages: PageStore) {
    const frame = new ColumnFrame(pages, "market_indices");
    const day = frame.numbers("day");
    super(frame.numbers("starts"), (place) => day.at(place));
    this.codes = frame.texts("codes");
    this.names = frame.texts("name");
    this.returnTypes = frame.texts("return_type");
    this.currencies = frame.texts("currency");
    this.measures = Object.fromEntries(MEASURES.map((name) => [name, frame.numbers(name)])) as Record<
      (typeof MEASURES)[number],
      NumberColumn
    >;
  }
}
