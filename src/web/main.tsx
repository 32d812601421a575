import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { pagePath } from "./data/snapshot-path.ts";
import "./style/base.css";
import "./style/explore.css";
import "./style/news.css";
import "./style/pages.css";
import "./style/forced-colours.css";
import { country, hasNewer, loadCountry, loadTheRest, onlyState, switchSnapshot } from "./data/country.ts";
import { lookAgain } from "./data/look-again.ts";
import { loadOutlines, outlines, outlinesError } from "./data/outlines.ts";
import { isOffline } from "./data/terrace.ts";
import { PAGES } from "./pages/all-pages.ts";
import { matchRoute, type PageFolder } from "./pages/page-folder.ts";
import { Frame } from "./parts/frame.tsx";
import { followHistory } from "./view/navigate.ts";
import { neededColumns } from "./view/needed-columns.ts";
import { address, view } from "./view/view-state.ts";

/** The screen that the address names, and the parts of its path; undefined while its code is on the way. */
const screen = signal<{ page: PageFolder; parts: Record<string, string>; path: string } | undefined>(
  undefined,
);

/** The path of a screen whose code was asked for and did not come. */
const missing = signal<string | undefined>(undefined);

function showAddress(): void {
  const { path } = address.value;
  for (const { routes, load } of PAGES) {
    for (const route of routes) {
      const parts = matchRoute(route, path);
      if (parts === undefined) continue;
      load().then(
        (page) => {
          if (address.peek().path === path) screen.value = { page, parts, path };
        },
        () => {
          isOffline.value = true;
          missing.value = path;
        },
      );
      return;
    }
  }
}

effect(showAddress);
effect(() => {
  const shown = screen.value;
  const title = shown?.page.title(shown.parts) ?? "Terrace";
  document.title = `${title} · Terrace${country.value?.synthetic ? " (synthetic)" : ""}`;
});
effect(() => {
  if (onlyState.value !== undefined && hasNewer.value) void switchSnapshot(neededColumns(view.peek()));
});
followHistory();
lookAgain();
if (pagePath() === "/") loadOutlines();
loadCountry(neededColumns(view.peek())).then(
  () => void whenDrawn().then(loadTheRest).then(loadScreens),
  () => {},
);

/** Resolves when the map is there, or will not be: what nobody sees yet waits for it. */
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

/** The other screens' code, so that they open at once and without the server. */
function loadScreens(): void {
  for (const { load } of PAGES) load().catch(() => {});
}

/** Browsers keep in mind that a file of code failed: only a page that is loaded again has it, and its view with its address. */
function MissingScreen() {
  return (
    <p class="empty" role="alert">
      This screen could not be loaded: the server does not answer, or has been replaced by a newer one.{" "}
      <button type="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    </p>
  );
}

function ShownScreen() {
  const shown = screen.value;
  const { path } = address.value;
  if (missing.value === path && shown?.path !== path) return <MissingScreen />;
  return shown === undefined ? <p class="muted page-wait">Loading…</p> : shown.page.view(shown.parts);
}

function App() {
  return (
    <Frame path={address.value.path} shownPath={screen.value?.path ?? ""}>
      <ShownScreen />
    </Frame>
  );
}

render(<App />, document.getElementById("page")!);
