import { signal } from "@preact/signals";
import { keepText, keptText } from "../view/browser.ts";

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
