import { signal } from "@preact/signals";

/** Whether single keys (`/`, `?`, digits) do anything: who dictates or types by accident can turn them off. */
export const hasSingleKeys = signal(readChoice());

export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys.value = isOn;
  try {
    localStorage.setItem("single-keys", isOn ? "on" : "off");
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

function readChoice(): boolean {
  try {
    return localStorage.getItem("single-keys") !== "off";
  } catch {
    return true;
  }
}

/** True for a key that was pressed alone, outside of what is typed into, while single keys are on. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!hasSingleKeys.peek() || event.metaKey || event.ctrlKey || event.altKey) return false;
  return (event.target as Element).matches?.("input, textarea, select") !== true;
}
