import { effect, signal } from "@preact/signals";
import { country, whereMetrics } from "../data/country.ts";
import { inSnapshot, pagePath } from "../data/snapshot-path.ts";
import { announce } from "../parts/live-region.tsx";
import { storeText } from "./browser.ts";
import { address, MAX_MARKED, readView, type View, view, writeView } from "./view-state.ts";

/** Minimum time between two replaceState calls: some browsers reject more than a hundred in half a minute. */
const REPLACE_EVERY_MS = 350;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Changes the view during a gesture: shown at once, written to the address a few times a second. */
export function adjustView(change: Partial<View>): void {
  view.value = { ...view.peek(), ...change };
  timer ??= setTimeout(() => {
    timer = undefined;
    replaceAddress();
  }, REPLACE_EVERY_MS);
}

/** Changes the view as one step of history: Back undoes it. */
export function changeView(change: Partial<View>): void {
  view.value = { ...view.peek(), ...change };
  settleView();
}

/** The address before a gesture began, to which Back returns. */
let settled = location.pathname + location.search;

/** Ends a gesture: one step of history for all its changes. */
export function settleView(): void {
  clearTimeout(timer);
  timer = undefined;
  const next = inSnapshot(`/${writeView(view.peek())}`);
  if (next === settled) return;
  // The address may have been replaced during the gesture: restore the one before it, so that Back finds it.
  history.replaceState(history.state, "", settled);
  history.pushState(undefined, "", next);
  settled = next;
  address.value = { path: pagePath(), query: location.search };
}

function replaceAddress(): void {
  if (address.peek().path !== "/") return;
  history.replaceState(history.state, "", inSnapshot(`/${writeView(view.peek())}`));
}

/** Goes to a path of the page, as a link does: scrolls to the top and moves the focus. */
export function goTo(url: string): void {
  stayAt(url);
  scrollTo(0, 0);
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

/** Goes to another address of the same screen: scroll position and focus are kept. */
export function stayAt(url: string): void {
  history.pushState(undefined, "", inSnapshot(url));
  readLocation();
}

/** A URL with the non-empty parts of a query. */
export function urlWith(path: string, parts: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parts).filter(([, text]) => text !== ""));
  return query.size === 0 ? path : `${path}?${query}`;
}

function readLocation(): void {
  settled = location.pathname + location.search;
  address.value = { path: pagePath(), query: location.search };
  if (pagePath() === "/") view.value = readView(location.search, whereMetrics.peek());
}

/** URL of the map as the reader left it. */
export function exploreUrl(): string {
  return `/${writeView(view.peek())}`;
}

/** Handles Back, Forward and clicks on links within the page. */
export function followHistory(): void {
  addEventListener("popstate", readLocation);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a");
    if (link === null || link === undefined || link.target !== "" || link.origin !== location.origin) return;
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    if (link.hasAttribute("download") || link.dataset.native !== undefined) return;
    event.preventDefault();
    goTo(link.pathname + link.search);
  });
  // Once the registry is loaded, keys and labels can be checked and the data's defaults are known.
  let isFirst = true;
  effect(() => {
    const metrics = whereMetrics.value;
    if (metrics === undefined || !(isFirst || pagePath() === "/")) return;
    isFirst = false;
    const query = pagePath() === "/" ? location.search : (lastShown.peek()["/"] ?? "").slice(1);
    view.value = { ...readView(query, metrics) };
  });
}

/** Marks or unmarks suburbs; marks are kept in the address. */
export function setMarks(codes: readonly string[], isMarked: boolean): void {
  const before = view.peek().marked;
  const wanted = isMarked
    ? [...new Set([...before, ...codes])]
    : before.filter((code) => !codes.includes(code));
  const marked = wanted.slice(0, MAX_MARKED);
  changeView({ marked });
  const index = country.peek()?.frame.index;
  const name = codes.length === 1 ? `${index?.salNames[index.positionOf(codes[0])]}: ` : "";
  const most = wanted.length > MAX_MARKED ? `, the maximum for ${wanted.length}` : "";
  announce(`${name}${marked.length} marked${most}`);
}

export function toggleMark(code: string): void {
  setMarks([code], !view.peek().marked.includes(code));
}

const STORE = "last-shown";

/** The last address of each screen of the menu in this tab, by its link in the menu. */
export const lastShown = signal<Readonly<Record<string, string>>>(readStore());

export function rememberShown(link: string, url: string): void {
  if (lastShown.peek()[link] === url) return;
  lastShown.value = { ...lastShown.peek(), [link]: url };
  // Without storage it is lost on reload.
  storeText(STORE, JSON.stringify(lastShown.peek()), () => sessionStorage);
}

function readStore(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    const isAddress = ([link, url]: [string, unknown]) =>
      typeof url === "string" && url.startsWith(link) && !url.startsWith("//");
    return Object.fromEntries(Object.entries(kept as object).filter(isAddress));
  } catch {
    return {};
  }
}
