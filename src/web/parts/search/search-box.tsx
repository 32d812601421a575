import { computed, useSignal } from "@preact/signals";
import type { LocalIndex } from "terrace/client";
import { country } from "../../data/country.ts";
import { terrace } from "../../data/terrace.ts";
import { changeView, goTo } from "../../view/navigate.ts";
import { address } from "../../view/view-state.ts";
import { Press, WordsField } from "../controls.tsx";
import { type FoundRow, SearchField } from "./search-field.tsx";
import { SCREEN_LINKS, useWordHits, type WordHit } from "./words-found.tsx";

const names = computed(() => {
  const now = country.value;
  if (now === undefined) return undefined;
  const column = now.frame.has("population") ? now.frame.column("population") : undefined;
  return {
    lower: now.frame.index.salNames.map((name) => name.toLowerCase()),
    population: (position: number) => column?.at(position) ?? 0,
  };
});

const MAX_FOUND = 8;
const MAX_WORDS = 5;

/**
 * Positions of suburbs by name or postcode: exact names first, then names that begin with the text, then
 * those that contain it; within each the most populous first.
 */
function findSuburbs(text: string, most = MAX_FOUND): number[] {
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
      // Names shared by several suburbs contain the state: "Glenelg (SA)" is an exact match of Glenelg.
      const isWhole = name === wanted || name.replace(/ \([^)]*\)$/, "") === wanted;
      found.push({ position: i, rank: isWhole ? 0 : name.startsWith(wanted) ? 1 : 2 });
    }
  }
  found.sort((a, b) => a.rank - b.rank || known.population(b.position) - known.population(a.position));
  return found.slice(0, most).map(({ position }) => position);
}

interface SuburbFieldProps {
  readonly label: string;
  readonly prompt?: string;
  readonly onPick: (code: string) => void;
}

export function SuburbField({ label, prompt, onPick }: SuburbFieldProps) {
  const text = useSignal("");
  const found = findSuburbs(text.value, 6);
  const index = country.value?.frame.index;
  const pick = (position: number | undefined) => {
    if (index === undefined || position === undefined) return;
    text.value = "";
    onPick(index.salCodes[position]);
  };
  return (
    <div class="search">
      <WordsField label={label} prompt={prompt} text={text} onEnter={() => pick(found[0])} />
      {text.value !== "" && index !== undefined && (
        <ul class="search-list">
          {found.map((position) => (
            <li key={position}>
              <Press class="quiet" onClick={() => pick(position)}>
                {index.salNames[position]} {index.stateCodes[position]} {index.postcodes[position]}
              </Press>
            </li>
          ))}
          {found.length === 0 && <li class="muted">No suburb matches this name or postcode.</li>}
        </ul>
      )}
    </div>
  );
}

/** Search field of the header: on the map it selects and zooms, elsewhere it opens the suburb's page. */
export const SearchBox = () => <SearchField useFound={useFound} />;

/** Suburbs, found in the browser, then the server's results. */
function useFound(text: string): readonly FoundRow[] | undefined {
  const words = useWordHits(text, SCREEN_LINKS, askWords, goTo) ?? [];
  const index = country.value?.frame.index;
  if (index === undefined) return undefined;
  const suburbs = findSuburbs(text).map((position) => ({
    key: index.salCodes[position],
    name: <strong>{index.salNames[position]}</strong>,
    detail: `${index.stateCodes[position]} ${index.postcodes[position]}`,
    open: () => openSuburb(index, position),
  }));
  return [...suburbs, ...words];
}

async function askWords(query: string, kinds: string[], signal: AbortSignal): Promise<readonly WordHit[]> {
  return (await terrace.explorer.search({ query, kinds, limit: MAX_WORDS }, { signal })).hits;
}

function openSuburb({ salCodes, latitudes, longitudes }: LocalIndex, position: number): void {
  const code = salCodes[position];
  const [lat, lon] = [latitudes[position], longitudes[position]];
  if (address.peek().path !== "/") goTo(`/suburb/${code}`);
  else changeView({ selected: code, ...(Number.isFinite(lat) ? { at: { lat, lon, zoom: 7.5 } } : {}) });
}
