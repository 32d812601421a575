import { computed, effect, signal } from "@preact/signals";
import { allOf, anyOf, ConnectError, hasData, inStates, range, type WhereExpression } from "terrace/client";
import { type Country, country, countryNow } from "../data/country.ts";
import { terrace } from "../data/terrace.ts";
import { affordRequest, priceKey, USUAL, writeHousehold } from "./household.ts";
import { type View, view } from "./view-state.ts";

export type Affordable = Awaited<ReturnType<typeof terrace.explorer.afford>>;

const NOTHING = { answer: undefined as Affordable | undefined, isAwaited: false, problem: "" };
/** What the view's household can pay. Keeps the last answer while the next is in flight. */
export const affordable = signal(NOTHING);

/** Debounce of typing, in ms. */
const PAUSE_MS = 250;

/** Answers by snapshot and household, so that a repeated household needs no call. */
const cache = new Map<string, Affordable>();
const MAX_CACHED = 32;

const householdKey = computed(() => {
  const [{ afford }, now] = [view.value, country.value];
  return afford === undefined || now === undefined ? "" : `${now.snapshotId} ${writeHousehold(afford)}`;
});

/** Calls Afford when the household changes, until the returned function is called; aborts stale calls. */
export function followHousehold(): () => void {
  return effect(() => {
    const text = householdKey.value;
    const { afford } = view.peek();
    const { answer } = affordable.peek();
    if (text === "" || afford === undefined) {
      affordable.value = NOTHING;
      return;
    }
    const found = cache.get(text);
    affordable.value = { ...NOTHING, answer: found ?? answer, isAwaited: found === undefined };
    if (found !== undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const next = await terrace.explorer.afford(affordRequest(afford), { signal: stop.signal });
          if (stop.signal.aborted) return;
          if (cache.size >= MAX_CACHED) cache.clear();
          cache.set(text, next);
          affordable.value = { ...NOTHING, answer: next };
        } catch (error) {
          if (stop.signal.aborted) return;
          affordable.value = { ...NOTHING, problem: ConnectError.from(error).rawMessage };
        }
      },
      answer === undefined ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
}

/** Key of the median price that the view's household looks at. */
export const pricedBy = computed(() => priceKey(view.value.afford ?? USUAL));

/** Suburbs with a median price, by state; undefined until their column is loaded. */
export const pricedByState = computed(() => {
  const now = countryNow();
  return now?.frame.has(pricedBy.value)
    ? byState(now.frame, now.frame.match(hasData(pricedBy.value)))
    : undefined;
});

/** Positions in a mask, by state. */
export const byState = (frame: Country["frame"], words: Uint32Array) =>
  Map.groupBy(frame.positions(words), (position) => frame.index.stateCodes[position]);

/** Number of suburbs with a median price in a state or AU; undefined until their column is loaded. */
export function pricedIn(scope: string): number | undefined {
  const priced = pricedByState.value;
  if (priced === undefined) return undefined;
  return scope === "AU" ? [...priced.values()].flat().length : (priced.get(scope)?.length ?? 0);
}

/** Condition that a suburb's median is within reach; undefined without a household, an answer or prices. */
export const reach = computed<WhereExpression | undefined>(() => {
  const { answer } = affordable.value;
  if (view.value.afford === undefined || answer === undefined || !pricedIn(view.value.scope))
    return undefined;
  return anyOf(
    answer.states.map(({ stateCode, highestPrice }) =>
      allOf([inStates([stateCode]), range(pricedBy.value, undefined, highestPrice)]),
    ),
  );
});

/** The view with `reach` among its conditions, for files, calls and other screens. */
export const reachedView = computed<View>(() => {
  const [now, within] = [view.value, reach.value];
  return within === undefined ? now : { ...now, where: [...now.where, within] };
});
