import { marketOf } from "../../../engine/columns/market/market.ts";
import { exploreMemoryAt } from "../../../engine/expressions/explore-memory.ts";
import type { KernelOptions } from "../../../engine/kernels/create-kernels.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { screenerOf } from "../../market/queries/derived-lists.ts";
import {
  type CompareJob,
  type RankAnswer,
  RowExplorer,
  type ScoreJob,
  type SimilarAnswer,
} from "../queries/row-explorer.ts";
import { type StockColumns, type StockIndex, stockColumns } from "./stock-columns.ts";

export interface SimilarStocksJob extends CompareJob {
  readonly stockCode: string;
}

/** Ranks and compares the stocks of one snapshot by the kernels that rank and compare suburbs. */
export class StockExplorer {
  readonly #columns: StockColumns;
  readonly #rows: RowExplorer<StockIndex>;

  constructor(columns: StockColumns, options: KernelOptions = {}) {
    this.#columns = columns;
    const { memory, endOffset, scope } = columns;
    this.#rows = new RowExplorer(exploreMemoryAt(memory, endOffset, scope.index.n, options), {
      names: ({ names }) => names,
      // No condition on a stock speaks of states.
      states: () => [],
    });
  }

  get index(): StockIndex {
    return this.#columns.scope.index;
  }

  rank(job: ScoreJob): RankAnswer {
    return this.#rows.rank(this.#columns.scope, job);
  }

  /** Undefined when the code is not among the stocks. */
  similar(job: SimilarStocksJob): SimilarAnswer | undefined {
    const { scope } = this.#columns;
    const target = scope.index.codes.indexOf(job.stockCode);
    return target < 0 ? undefined : this.#rows.similar(scope, { whole: scope, first: 0, target }, job);
  }
}

/** The stock explorer of a view, made with the first question. A hundred kilobytes: too little to be worth sharing. */
export function stockExplorerOf(view: SnapshotView): StockExplorer {
  return view.derived(
    "stock-explorer",
    () => new StockExplorer(stockColumns(marketOf(view), screenerOf(view))),
  );
}
