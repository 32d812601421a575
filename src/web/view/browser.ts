import { signal } from "@preact/signals";

/** Listens to events of a target until the function that comes back is called. */
export function listenTo(
  target: EventTarget,
  listeners: Readonly<Record<string, (event: never) => void>>,
  options: AddEventListenerOptions = {},
): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  for (const [name, listener] of all) target.addEventListener(name, listener, options);
  return () => {
    for (const [name, listener] of all) target.removeEventListener(name, listener, options);
  };
}

/** What a browser keeps under a name; undefined where it keeps nothing. */
export function keptText(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text under a name; false where the browser keeps nothing. */
export function keepText(name: string, text: string, store: () => Storage = () => localStorage): boolean {
  try {
    store().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Whether single keys (`/`, `?`, digits) do anything: who dictates or types by accident can turn them off. */
export const hasSingleKeys = signal(keptText("single-keys") !== "off");

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  keepText("single-keys", isOn ? "on" : "off");
}

/** True for a key that was pressed alone, outside of what is typed into, while single keys are on. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!hasSingleKeys.peek() || event.metaKey || event.ctrlKey || event.altKey) return false;
  return (event.target as Element).matches?.("input, textarea, select") !== true;
}
