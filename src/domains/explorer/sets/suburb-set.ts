import { NATIONAL_SCOPE, STATES } from "../../../dataset/states.ts";
import { positionOf, type SuburbIndex } from "../../../engine/columns/suburb-index.ts";
import type { Expression } from "../../../engine/expressions/expression.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { explorerOf } from "../queries/suburb-explorer.ts";
import { unknownSuburb } from "../rules.ts";
import type { SetMembers } from "./set-columns.ts";

/** A set of suburbs: those of a scope that match a filter, or a list of codes. Plain data. */
export type SetQuery =
  | { readonly scope: string; readonly filter: Expression }
  | { readonly salCodes: readonly string[] };

/** Evaluates a query; throws not_found for an unknown code. */
export async function suburbSet(view: SnapshotView, query: SetQuery, signal?: AbortSignal, time?: CallTime) {
  const national = view.columns.scopes.get(NATIONAL_SCOPE)!.index;
  const isMember = new Uint8Array(national.n);
  if ("salCodes" in query) {
    query.salCodes.forEach((code, i) => {
      isMember[requirePosition(national, code, i)] = 1;
    });
  } else {
    const { index } = view.columns.scopes.get(query.scope)!;
    const job = { ...query, histograms: [] };
    const { mask } = await explorerOf(view).ask({ kind: "explore", job }, signal, time);
    const first = index.n === 0 ? 0 : positionOf(national, index.salCodes[0]);
    for (let i = 0; i < index.n; i++) isMember[first + i] = (mask[i >> 3] >> (i & 7)) & 1;
  }
  return describeSet(view, isMember);
}

function describeSet(view: SnapshotView, isMember: Uint8Array) {
  let first = 0;
  let inWholeStates = 0;
  const wholes = STATES.map(({ code }) => {
    const { n } = view.columns.scopes.get(code)!.index;
    const run = isMember.subarray(first, first + n);
    first += n;
    const isWhole = n > 0 && !run.includes(0);
    if (isWhole) inWholeStates += n;
    return isWhole;
  });
  let count = 0;
  for (let i = 0; i < isMember.length; i++) count += isMember[i];
  const isCountry = count === isMember.length;
  const isOfWholeStates = inWholeStates === count;
  const only = isOfWholeStates ? STATES.filter((_, place) => wholes[place]) : [];
  return {
    count,
    /** The state code or `AU` if the set is exactly that, else "". */
    name: isCountry ? NATIONAL_SCOPE : only.length === 1 ? only[0].code : "",
    isCountry,
    members: {
      members: isMember,
      suburbs: isOfWholeStates ? new Uint8Array(isMember.length) : isMember,
      states: Uint8Array.from([...wholes, isCountry], (isIn) => Number(isCountry || isIn)),
    } satisfies SetMembers,
  };
}

function requirePosition(national: SuburbIndex, code: string, i: number): number {
  const position = positionOf(national, code);
  if (position >= 0) return position;
  throw unknownSuburb(code, `sal_codes[${i}]`);
}
