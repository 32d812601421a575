import { pagePath } from "../../data/snapshot-path.ts";
import { address } from "../../view/view-state.ts";

/** Which articles are shown; "" restricts nothing. */
export interface NewsFilter {
  readonly words: string;
  readonly source: string;
  readonly sentiment: string;
  readonly isSensitive: boolean;
}

/** The filter that an address's query tells. */
export function newsFilter(query: string): NewsFilter {
  const given = new URLSearchParams(query);
  const text = (name: string) => given.get(name) ?? "";
  return {
    words: text("q"),
    source: text("source"),
    sentiment: text("sentiment"),
    isSensitive: given.get("sensitive") === "1",
  };
}

/** Shows another filter: the address tells it, and Back undoes it. Focus and scroll stay where they are. */
export function showFilter({ words, source, sentiment, isSensitive }: NewsFilter): void {
  const told = Object.entries({ q: words, source, sentiment, sensitive: isSensitive ? "1" : "" });
  const query = new URLSearchParams(told.filter(([, value]) => value !== "")).toString();
  history.pushState(undefined, "", query === "" ? location.pathname : `${location.pathname}?${query}`);
  address.value = { path: pagePath(), query: location.search };
}
