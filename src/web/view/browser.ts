import { signal } from "@preact/signals";

/** Adds event listeners; returns a function that removes them. */
export function listenTo(
  target: EventTarget,
  listeners: Readonly<Record<string, (event: never) => void>>,
  options: AddEventListenerOptions = {},
): () => void {
  const stop = new AbortController();
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all)
    target.addEventListener(name, listener, { ...options, signal: stop.signal });
  return () => stop.abort();
}

/** Reads from localStorage; undefined if it is missing or storage is unavailable. */
export function storedText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes to localStorage (or another store); false if storage is unavailable. */
export function storeText(name: string, text: string, store: () => Storage = () => localStorage): boolean {
  try {
    store().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Whether single-key shortcuts (`/`, `?`, digits) are on. Readers who dictate can turn them off. */
export const hasSingleKeys = signal(storedText("single-keys") !== "off");

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  storeText("single-keys", isOn ? "on" : "off");
}

/** Whether a key was pressed without modifiers, outside of form fields, while single-key shortcuts are on. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!hasSingleKeys.peek() || event.metaKey || event.ctrlKey || event.altKey) return false;
  return (event.target as Element).matches?.("input, textarea, select") !== true;
}
