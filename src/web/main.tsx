import { effect, signal } from "@preact/signals";
import { render } from "preact";
import "./style/base.css";
import "./style/explore.css";
import "./style/news.css";
import "./style/pages.css";
import "./style/forced-colours.css";
import { country, loadCountry, loadTheRest } from "./data/country.ts";
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

/** True when the code of a screen was asked for and did not come. */
let isCodeMissing = false;

function showPath(path: string): void {
  isCodeMissing = false;
  for (const { routes, load } of PAGES) {
    for (const route of routes) {
      const parts = matchRoute(route, path);
      if (parts === undefined) continue;
      load().then(
        (page) => {
          if (address.peek().path === path) screen.value = { page, parts, path };
        },
        () => {
          isCodeMissing = true;
          isOffline.value = true;
        },
      );
      return;
    }
  }
}

effect(() => showPath(address.value.path));
// When the server is back the page is loaded anew, with the view that its address holds: browsers keep in mind that a file of
// code failed. Once only, as one that never comes would have it loaded for ever.
const [opening] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
effect(() => {
  if (isOffline.value || !isCodeMissing) return;
  isCodeMissing = false;
  if (opening?.type !== "reload") location.reload();
});
effect(() => {
  const shown = screen.value;
  const title = shown?.page.title(shown.parts) ?? "Terrace";
  document.title = `${title} · Terrace${country.value?.synthetic ? " (synthetic)" : ""}`;
});
followHistory();
lookAgain();
if (location.pathname === "/") loadOutlines();
loadCountry(neededColumns(view.peek())).then(
  () => void whenDrawn().then(loadTheRest).then(loadScreens),
  () => {},
);

/** Resolves when the map is there, or will not be: what nobody sees yet waits for it. */
function whenDrawn(): Promise<void> {
  if (location.pathname !== "/") return Promise.resolve();
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

function App() {
  const shown = screen.value;
  return (
    <Frame path={address.value.path} shownPath={shown?.path ?? ""}>
      {shown === undefined ? <p class="muted page-wait">Loading…</p> : shown.page.view(shown.parts)}
    </Frame>
  );
}

render(<App />, document.getElementById("page")!);
