import { signal } from "@preact/signals";
import { keepText } from "./browser.ts";

const STORE = "last-shown";

/** The address that each screen of the menu showed last in this tab, by its link in the menu. */
export const lastShown = signal<Readonly<Record<string, string>>>(readStore());

export function rememberShown(link: string, url: string): void {
  if (lastShown.peek()[link] === url) return;
  lastShown.value = { ...lastShown.peek(), [link]: url };
  // Without a store it is forgotten when the page is loaded again.
  keepText(STORE, JSON.stringify(lastShown.peek()), () => sessionStorage);
}

function readStore(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    const isAddress = ([link, url]: [string, unknown]) =>
      typeof url === "string" && url.startsWith(link) && !url.startsWith("//");
    return Object.fromEntries(Object.entries(kept as object).filter(isAddress));
  } catch {
    return {};
  }
}
