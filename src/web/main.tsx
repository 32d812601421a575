import { effect, signal } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { pagePath, prefixLinks } from "./data/snapshot-path.ts";
import { syncSaved } from "./keep/saved.ts";
import { Press } from "./parts/controls.tsx";
import "./style/base.css";
import "./style/explore.css";
import "./style/news.css";
import "./style/pages.css";
import "./style/forced-colours.css";
import "./style/print.css";
import { country, hasNewer, loadCountry, loadTheRest, onlyState, switchSnapshot } from "./data/country.ts";
import { loadOutlines, outlines, outlinesError } from "./data/outlines.ts";
import { isOffline, terrace } from "./data/terrace.ts";
import { type PathParts, SCREENS, type Screen, screenAt } from "./pages/screens.ts";
import { Frame } from "./parts/frame.tsx";
import { PageWait } from "./parts/page.tsx";
import { followHistory, rememberShown } from "./view/navigate.ts";
import { address, neededColumns, view } from "./view/view-state.ts";

/** Screen of the address and the parts of its path; undefined until its code is loaded. */
const shown = signal<
  { screen: Screen; View: ComponentType<PathParts>; parts: PathParts; path: string } | undefined
>(undefined);

/** Path of a screen whose code failed to load. */
const missing = signal<string | undefined>(undefined);

function showAddress(): void {
  const { path, query } = address.value;
  const found = screenAt(path);
  if (found?.screen.menu !== undefined) rememberShown(found.screen.routes[0], path + query);
  found?.screen.load().then(
    (module) => {
      const View = module.View as ComponentType<PathParts>;
      if (address.peek().path === path) shown.value = { ...found, View, path };
    },
    () => {
      isOffline.value = true;
      missing.value = path;
    },
  );
}

function suburbName(code: string): string | undefined {
  const index = country.value?.frame.index;
  return index?.salNames[index.positionOf(code)];
}

effect(showAddress);
effect(() => {
  const { screen: { title = "Terrace" } = {}, parts = {} } = shown.value ?? {};
  const text = typeof title === "string" ? title : title(parts, suburbName);
  document.title = `${text} · Terrace${country.value?.synthetic ? " (synthetic)" : ""}`;
});
effect(() => {
  if (onlyState.value !== undefined && hasNewer.value) void switchSnapshot(neededColumns(view.peek()));
});
followHistory();
syncSaved((path) => screenAt(path) !== undefined);
prefixLinks();
pollForNewer();
if (pagePath() === "/") loadOutlines();
loadCountry(neededColumns(view.peek())).then(
  () => void whenDrawn().then(loadTheRest).then(loadScreens),
  () => {},
);

/** Resolves when the map is drawn or failed: what nobody sees yet is loaded after it. */
function whenDrawn(): Promise<void> {
  if (pagePath() !== "/") return Promise.resolve();
  return new Promise((drawn) => {
    const stop = effect(() => {
      if (outlines.value === undefined && outlinesError.value === undefined) return;
      setTimeout(() => stop());
      drawn();
    });
  });
}

/** Loads the code of the other screens, so that they open at once and without the server. */
function loadScreens(): void {
  for (const { load } of SCREENS) load().catch(() => {});
}

/** Browsers cache failed module imports until the page is reloaded; the address keeps the view. */
function MissingScreen() {
  return (
    <p class="empty" role="alert">
      This screen could not be loaded: the server is not responding, or has been updated.{" "}
      <Press onClick={() => location.reload()}>Load the page again</Press>
    </p>
  );
}

function ShownScreen() {
  const { path } = address.value;
  if (missing.value === path && shown.value?.path !== path) return <MissingScreen />;
  if (shown.value === undefined) return <PageWait />;
  const { View, parts } = shown.value;
  // Remounts for another suburb or stock, so that no state of the previous one is kept.
  return <View key={parts.code} {...parts} />;
}

function App() {
  return (
    <Frame path={address.value.path} shownPath={shown.value?.path ?? ""}>
      <ShownScreen />
    </Frame>
  );
}

render(<App />, document.getElementById("page")!);

/** How often an open page asks whether there is newer data (an empty answer if there is none), in ms. */
const EVERY_MS = 5 * 60_000;
/** The same while it shows only part of the country, in ms. */
const EVERY_MS_OF_PART = 10_000;

/** Polls for newer data, also when the reader comes back, even if the reader only looks at the map. */
function pollForNewer(): void {
  let last = Date.now();
  const poll = (share: number) => {
    const every = onlyState.peek() === undefined ? EVERY_MS : EVERY_MS_OF_PART;
    if (document.visibilityState !== "visible" || Date.now() - last < every * share) return;
    last = Date.now();
    terrace.explorer.describeMetrics({}).catch(() => {});
  };
  setInterval(() => poll(0.99), EVERY_MS_OF_PART);
  document.addEventListener("visibilitychange", () => poll(0.5));
}
