import { computed, useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { country } from "../data/country.ts";
import { changeView, goTo } from "../view/navigate.ts";
import { address } from "../view/view-state.ts";
import { isSingleKey } from "./single-keys.ts";
import { MarkedTitle, useWordHits } from "./words-found.tsx";

interface Names {
  readonly lower: readonly string[];
  readonly population: (position: number) => number;
}

const names = computed<Names | undefined>(() => {
  const now = country.value;
  if (now === undefined) return undefined;
  const column = now.frame.has("population") ? now.frame.column("population") : undefined;
  return {
    lower: now.frame.index.salNames.map((name) => name.toLowerCase()),
    population: (position) => column?.at(position) ?? 0,
  };
});

const MOST_FOUND = 8;

/** Suburbs by name or postcode: those that begin with the text first, then those that contain it, the populous first. */
export function findSuburbs(text: string, most = MOST_FOUND): number[] {
  const [now, known] = [country.peek(), names.peek()];
  const wanted = text.trim().toLowerCase();
  if (now === undefined || known === undefined || wanted === "") return [];
  const { postcodes } = now.frame.index;
  const found: { position: number; rank: number }[] = [];
  const isPostcode = /^\d+$/.test(wanted);
  for (let i = 0; i < known.lower.length; i++) {
    const name = known.lower[i];
    if (isPostcode) {
      if (postcodes[i].startsWith(wanted)) found.push({ position: i, rank: 0 });
    } else if (name.includes(wanted)) {
      // Where several suburbs have a name, the state is part of it: "Glenelg (SA)" is Glenelg.
      const isWhole = name === wanted || name.replace(/ \([^)]*\)$/, "") === wanted;
      found.push({ position: i, rank: isWhole ? 0 : name.startsWith(wanted) ? 1 : 2 });
    }
  }
  found.sort((a, b) => a.rank - b.rank || known.population(b.position) - known.population(a.position));
  return found.slice(0, most).map(({ position }) => position);
}

/** The search field: on the map it picks and zooms, elsewhere it opens the suburb's page. */
export function SearchBox() {
  const text = useSignal("");
  const active = useSignal(-1);
  const isOpen = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => {
    const onSlash = (event: KeyboardEvent) => {
      if (event.key !== "/" || !isSingleKey(event)) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onSlash);
    return () => removeEventListener("keydown", onSlash);
  }, []);
  const found = isOpen.value ? findSuburbs(text.value) : [];
  const words = useWordHits(isOpen.value ? text.value : "");
  const index = country.value?.frame.index;
  const open = (link: string) => {
    isOpen.value = false;
    text.value = "";
    goTo(link);
  };
  /** Suburbs stand first, what the server found behind them. */
  const chooseRow = (row: number) => {
    if (row < found.length) choose(found[row] ?? -1);
    else if (words[row - found.length] !== undefined) open(words[row - found.length].link);
  };
  const choose = (position: number) => {
    if (index === undefined || position < 0) return;
    isOpen.value = false;
    text.value = "";
    const code = index.salCodes[position];
    if (address.peek().path !== "/") return goTo(`/suburb/${code}`);
    const [lat, lon] = [index.latitudes[position], index.longitudes[position]];
    changeView({ selected: code, ...(Number.isFinite(lat) ? { at: { lat, lon, zoom: 7.5 } } : {}) });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown")
      active.value = Math.min(found.length + words.length - 1, active.peek() + 1);
    else if (event.key === "ArrowUp") active.value = Math.max(0, active.peek() - 1);
    else if (event.key === "Enter") chooseRow(Math.max(0, active.peek()));
    else if (event.key === "Escape") isOpen.value = false;
    else return;
    event.preventDefault();
  };
  return (
    <div class="search">
      <input
        ref={field}
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search suburbs by name or postcode, stocks and members"
        aria-expanded={found.length + words.length > 0}
        aria-controls={list}
        aria-activedescendant={
          active.value >= 0 && found.length + words.length > 0 ? `${list}-${active.value}` : undefined
        }
        placeholder="Suburb, stock or series   /"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          active.value = -1;
          isOpen.value = true;
        }}
        onKeyDown={onKey}
        onBlur={() =>
          // A reader who is back by then, as after a choice, goes on with the list open.
          setTimeout(() => {
            if (document.activeElement !== field.current) isOpen.value = false;
          }, 150)
        }
      />
      {isOpen.value && text.value.trim() !== "" && index !== undefined && (
        <ul id={list} role="listbox" aria-label="Found" class="search-list">
          {found.map((position, i) => (
            <li
              key={position}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === active.value}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(position);
              }}
            >
              <strong>{index.salNames[position]}</strong>
              <span class="muted">
                {" "}
                {index.stateCodes[position]} {index.postcodes[position]}
              </span>
            </li>
          ))}
          {words.map((hit, i) => (
            <li
              key={`${hit.kind} ${hit.id}`}
              id={`${list}-${found.length + i}`}
              role="option"
              aria-selected={found.length + i === active.value}
              onPointerDown={(event) => {
                event.preventDefault();
                open(hit.link);
              }}
            >
              <MarkedTitle title={hit.title} highlights={hit.highlights} />
              <span class="muted">
                {" "}
                {hit.kind} {hit.detail}
              </span>
            </li>
          ))}
          {found.length + words.length === 0 && (
            <li class="muted" role="option" aria-selected="false">
              Nothing has this name: no suburb, stock, series or member.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
