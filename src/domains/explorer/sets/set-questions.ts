import { type AgenciesJob, setAgencies } from "./set-agencies.ts";
import type { SetColumns, SetMembers } from "./set-columns.ts";
import { setDropIndex } from "./set-index.ts";
import { type PricesJob, setPeriods, setPrices, setWeeks } from "./set-market.ts";
import { setSummary } from "./set-summary.ts";

// Tasks and answers are plain data, so that threads can post them.

interface SetJob {
  readonly set: SetMembers;
}

interface CountedJob extends SetJob {
  readonly withListings: boolean;
}

interface DropsJob extends SetJob {
  /** Undefined if no day of the index is requested. */
  readonly days: { readonly fromDay: number; readonly toDay: number } | undefined;
  readonly isCountry: boolean;
}

/** Functions that answer tasks about sets, by kind. Rows have the names of message fields. */
const QUESTIONS = {
  "set drops": (columns: SetColumns, { set, days, isCountry }: DropsJob) => ({
    points: days === undefined ? [] : setDropIndex(columns, set, days, isCountry),
    summary: setSummary(columns, set),
  }),
  "set agencies": (columns: SetColumns, job: AgenciesJob & SetJob) => setAgencies(columns, job.set, job),
  "set prices": (columns: SetColumns, { set, withListings, ...job }: PricesJob & CountedJob) => ({
    points: setPrices(columns.prices, set.members, job),
    summary: withListings ? setSummary(columns, set) : undefined,
  }),
  "set market": (columns: SetColumns, { set, withListings }: CountedJob) => ({
    weeks: withListings ? setWeeks(columns, set.members) : [],
    periods: setPeriods(columns.prices, set.members),
  }),
};

type Questions = typeof QUESTIONS;
type Kind = keyof Questions;

export type SetTask = {
  [Of in Kind]: { readonly kind: Of; readonly job: Parameters<Questions[Of]>[1] };
}[Kind];

export type SetAnswers = { readonly [Of in Kind]: ReturnType<Questions[Of]> };

export function isSetTask(task: { readonly kind: string }): task is SetTask {
  return task.kind in QUESTIONS;
}

export function performSetTask(columns: SetColumns, { kind, job }: SetTask): SetAnswers[Kind] {
  return QUESTIONS[kind](columns, job as never);
}
