import type { Row } from "../../../snapshot/pages/row-message.ts";
import { type AgenciesJob, setAgencies } from "./set-agencies.ts";
import type { SetColumns } from "./set-columns.ts";
import { setDropIndex } from "./set-index.ts";
import { setPeriods, setWeeks } from "./set-market.ts";
import type { SetMembers } from "./set-members.ts";
import { type PricesJob, setPrices } from "./set-prices.ts";
import { setSummary } from "./set-summary.ts";

// Questions and answers are plain data: they can be posted from thread to thread.

export interface SetDropsJob {
  readonly set: SetMembers;
  /** Undefined when no day of the index is asked for. */
  readonly days: { readonly fromDay: number; readonly toDay: number } | undefined;
  readonly isCountry: boolean;
}

export interface SetAgenciesJob extends AgenciesJob {
  readonly set: SetMembers;
}

export interface SetPricesJob extends PricesJob {
  readonly set: SetMembers;
  /** Whether asking and sold prices are counted too. */
  readonly withListings: boolean;
}

export interface SetMarketJob {
  readonly set: SetMembers;
  /** Whether listings are counted too. */
  readonly withListings: boolean;
}

/** A question about a set of suburbs. */
export type SetTask =
  | { readonly kind: "set drops"; readonly job: SetDropsJob }
  | { readonly kind: "set agencies"; readonly job: SetAgenciesJob }
  | { readonly kind: "set prices"; readonly job: SetPricesJob }
  | { readonly kind: "set market"; readonly job: SetMarketJob };

/** Rows by the names of the messages' fields. */
export interface SetAnswers {
  readonly "set drops": { readonly points: readonly Row[]; readonly summary: Row | undefined };
  readonly "set agencies": { readonly rows: readonly Row[]; readonly totalCount: number };
  readonly "set prices": { readonly points: readonly Row[]; readonly summary: Row | undefined };
  readonly "set market": { readonly weeks: readonly Row[]; readonly periods: readonly Row[] };
}

export function isSetTask(task: { readonly kind: string }): task is SetTask {
  return task.kind.startsWith("set ");
}

/** The answer to a question about a set. */
export function performSetTask(columns: SetColumns, task: SetTask): SetAnswers[SetTask["kind"]] {
  const { set } = task.job;
  switch (task.kind) {
    case "set drops": {
      const { days, isCountry } = task.job;
      return {
        points: days === undefined ? [] : setDropIndex(columns, set, days, isCountry),
        summary: setSummary(columns, set),
      };
    }
    case "set agencies":
      return setAgencies(columns, set, task.job);
    case "set prices":
      return {
        points: setPrices(columns.prices, set.members, task.job),
        summary: task.job.withListings ? setSummary(columns, set) : undefined,
      };
    case "set market":
      return {
        weeks: task.job.withListings ? setWeeks(columns, set.members) : [],
        periods: setPeriods(columns.prices, set.members),
      };
  }
}
