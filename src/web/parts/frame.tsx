import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { country } from "../data/country.ts";
import { SNAPSHOT_PATH } from "../data/snapshot-path.ts";
import { SavedButton } from "../keep/saved-box.tsx";
import { ShareButton } from "../keep/share-box.tsx";
import { chooseTheme, isDark } from "../map/palettes.ts";
import { SCREENS } from "../pages/screens.ts";
import { hasSingleKeys, isSingleKey, listenTo, setSingleKeys } from "../view/browser.ts";
import { exploreUrl, goTo, lastShown } from "../view/navigate.ts";
import { Press, set, Tick } from "./controls.tsx";
import { LiveRegion } from "./live-region.tsx";
import { Notices } from "./notices.tsx";
import { holdsSubject } from "./page.tsx";
import { SearchBox } from "./search/search-box.tsx";
import { Facts } from "./section.tsx";
import { SnapshotDate, SnapshotRibbon } from "./snapshot-list.tsx";

interface FrameProps {
  readonly path: string;
  /** Path of the screen that is shown: the previous one while the code of the next is loading. */
  readonly shownPath: string;
  readonly children: ComponentChildren;
}

/** URL of a menu entry: the screen as the reader left it. */
const menuUrl = (link: string) => (link === "/" ? exploreUrl() : (lastShown.value[link] ?? link));

/** Header, menu, search and notices around every screen, and the keyboard shortcuts. */
export function Frame({ path, shownPath, children }: FrameProps) {
  const now = country.value;
  const isHelpOpen = useSignal(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      if (event.key === "?") isHelpOpen.value = !isHelpOpen.peek();
      const place = Number(event.key) - 1;
      if (event.shiftKey || (event.target as Element).closest?.(".map") !== null) return;
      const entry = shownMenu()[place];
      if (entry !== undefined) goTo(menuUrl(entry.link));
    };
    return listenTo(window, { keydown: onKey });
  }, []);
  // On phones the menu is wider than the screen: scroll to the current entry.
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (here && menu.current)
      menu.current.scrollLeft = here.offsetLeft - (menu.current.clientWidth - here.offsetWidth) / 2;
  }, [path]);
  const overflow = useSignal("");
  const updateOverflow = () => {
    const { scrollLeft = 0, clientWidth = 0, scrollWidth = 0 } = menu.current ?? {};
    overflow.value = `${scrollLeft > 4 ? "left" : ""} ${scrollLeft + clientWidth < scrollWidth - 4 ? "right" : ""}`;
  };
  useEffect(() => {
    updateOverflow();
    return listenTo(window, { resize: updateOverflow });
  }, [path, now]);
  const isAt = (link: string) => (link === "/" ? path === "/" : path.startsWith(link));
  return (
    <>
      <a class="skip" href="#main" data-native>
        Skip to content
      </a>
      {now?.synthetic && (
        <aside class="synthetic" aria-label="Made-up data">
          <strong>SYNTHETIC</strong> No suburb, person, company or price here is real.
        </aside>
      )}
      <header class="top">
        <a class="brand" href={exploreUrl()}>
          Terrace
        </a>
        <SearchBox />
        <nav aria-label="Screens" ref={menu} data-more={overflow.value} onScroll={updateOverflow}>
          {shownMenu().map(({ name, link, also }) => (
            <a key={link} href={menuUrl(link)} aria-current={[link, ...also].some(isAt) ? "page" : undefined}>
              {name}
            </a>
          ))}
          {/* Rendered by the server, as all pages that they lead to. */}
          <a href={`${SNAPSHOT_PATH}/rankings`} data-native>
            Rankings
          </a>
        </nav>
        <SnapshotDate />
        <ShareButton />
        <SavedButton />
        <Press
          class="quiet"
          aria-label={isDark.value ? "Light colours" : "Dark colours"}
          onClick={() => chooseTheme(isDark.peek() ? "light" : "dark")}
        >
          {isDark.value ? "☀" : "☾"}
        </Press>
        <Press class="quiet keys-button" aria-label="Keys" onClick={() => set(isHelpOpen, true)}>
          ?
        </Press>
      </header>
      <SnapshotRibbon />
      <Notices />
      <main id="main" tabIndex={-1} data-screen={shownPath}>
        {children}
      </main>
      {isHelpOpen.value && <KeyHelp onClose={() => set(isHelpOpen, false)} />}
      <LiveRegion />
    </>
  );
}

const keys = (): [string, string][] => [
  ["/", "search suburbs, stocks and members"],
  [`1 – ${shownMenu().length}`, "open a screen, in menu order"],
  ["?", "these keys"],
  ["arrows on the map", "move between suburbs; Enter opens, + − 0 zoom"],
  ["m on the map", "selects the suburb; Shift and arrows select along the way"],
  ["Shift and drag on the map", "selects the suburbs inside the line"],
  ["arrows on a histogram", "move by one bin; Shift by five, Alt moves both ends, Esc clears"],
  ["Shift and click on a heading", "sort by several columns"],
  ["Back", "undoes the last change"],
];

function KeyHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="key-help" onClose={onClose} aria-label="Keys">
      <h2>Keys</h2>
      <Facts rows={keys().map(([key, what]) => [<kbd key={key}>{key}</kbd>, what])} />
      <p>
        <Tick isOn={hasSingleKeys.value} onTick={setSingleKeys}>
          Use single-key shortcuts
        </Tick>
      </p>
      <Press class="button" onClick={() => dialog.current?.close()}>
        Close
      </Press>
    </dialog>
  );
}

/** Menu entries of the screens that the data has something for. */
function shownMenu() {
  return SCREENS.flatMap(({ routes: [link], title, menu }) => {
    if (menu === undefined || menu.subjects?.some(holdsSubject) === false) return [];
    const { subjects = [], lastName, also = [] } = menu;
    const isLastAlone = !subjects.slice(0, -1).some(holdsSubject);
    return { name: (isLastAlone && lastName) || (title as string), link, also };
  });
}
