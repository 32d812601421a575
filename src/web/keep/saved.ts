import { effect, signal } from "@preact/signals";
import { storedText, storeText } from "../view/browser.ts";

export interface Saved {
  /** Codes of suburbs. */
  readonly suburbs: readonly string[];
  readonly views: readonly SavedView[];
}

interface SavedView {
  readonly name: string;
  /** Path and query. */
  readonly url: string;
}

const STORE = "saved";
const KIND = "terrace saved suburbs and views";
/** Longer lists are of no use, and browsers store only some megabytes for a page. */
const MAX_SAVED = 500;
export const MAX_NAME_LENGTH = 100;
const MAX_URL_LENGTH = 4000;
const MAX_FILE_BYTES = 4_000_000;

export const saved = signal<Saved>({ suburbs: [], views: [] });
/** False if the browser stores nothing: what is saved is then lost with the page. */
export const isStored = signal(true);

/** Whether a path belongs to a screen. */
type IsScreen = (path: string) => boolean;

let isScreen: IsScreen = () => false;

/** Loads what was saved, stores every change, and takes over what other tabs save. */
export function syncSaved(screens: IsScreen): void {
  isScreen = screens;
  saved.value = readStore();
  addEventListener("storage", ({ key }) => {
    if (key === STORE) saved.value = readStore();
  });
  let isFirst = true;
  effect(() => {
    const text = savedText(saved.value);
    if (isFirst) isFirst = false;
    else isStored.value = storedText(STORE) === text || storeText(STORE, text);
  });
}

export function saveSuburbs(codes: readonly string[]): void {
  const { suburbs, views } = saved.peek();
  saved.value = { suburbs: [...new Set([...suburbs, ...codes])].slice(-MAX_SAVED), views };
}

export function forgetSuburb(code: string): void {
  const { suburbs, views } = saved.peek();
  saved.value = { suburbs: suburbs.filter((one) => one !== code), views };
}

/** Saves an address; renames it if it is saved already. */
export function saveView(view: SavedView): void {
  const { suburbs, views } = saved.peek();
  const others = views.filter(({ url }) => url !== view.url);
  saved.value = { suburbs, views: [...others, view].slice(-MAX_SAVED) };
}

export function forgetView(url: string): void {
  const { suburbs, views } = saved.peek();
  saved.value = { suburbs, views: views.filter((one) => one.url !== url) };
}

export function savedText(given: Saved): string {
  return `${JSON.stringify({ kind: KIND, ...given }, undefined, 2)}\n`;
}

/** Adds a file's entries to what is saved and returns how many; throws if the file is not one of ours. */
export async function addFile(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new Error("the file is too large");
  const { given, leftOut } = readSaved(await file.text(), isScreen);
  const before = saved.peek();
  saveSuburbs(given.suburbs);
  for (const view of given.views) saveView(view);
  const now = saved.peek();
  const [suburbs, views] = [
    now.suburbs.length - before.suburbs.length,
    now.views.length - before.views.length,
  ];
  return `Added ${suburbs} suburbs and ${views} views${leftOut === 0 ? "" : `; ${leftOut} could not be read`}`;
}

/** Parses a saved file to its valid entries and the number of invalid ones. Throws if it is not ours. */
export function readSaved(text: string, screens: IsScreen) {
  let all: { kind?: unknown; suburbs?: unknown; views?: unknown } | null;
  try {
    all = JSON.parse(text);
  } catch {
    throw new Error("the file is not JSON");
  }
  if (all?.kind !== KIND) throw new Error("the file does not come from “Save as a file” here");
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
  const [suburbs, views] = [list(all.suburbs), list(all.views)];
  const given: Saved = {
    suburbs: [...new Set(suburbs.filter(isCode))].slice(0, MAX_SAVED),
    views: views
      .filter((value) => isView(value, screens))
      .slice(0, MAX_SAVED)
      .map(({ name, url }) => ({ name, url })),
  };
  const leftOut = suburbs.length + views.length - given.suburbs.length - given.views.length;
  return { given, leftOut };
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && /^\d{5}$/.test(value);
}

/** Whether it is a name with a URL of one of our screens: nothing else becomes a link. */
function isView(value: unknown, screens: IsScreen): value is SavedView {
  const { name, url } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || name === "" || name.length > MAX_NAME_LENGTH) return false;
  if (typeof url !== "string" || url.length > MAX_URL_LENGTH || !/^\/(?![/\\])/.test(url)) return false;
  try {
    return screens(new URL(url, "http://page.invalid").pathname);
  } catch {
    return false;
  }
}

function readStore(): Saved {
  try {
    return readSaved(storedText(STORE) ?? "", isScreen).given;
  } catch {
    return { suburbs: [], views: [] };
  }
}
