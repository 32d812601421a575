import { signal } from "@preact/signals";

const STORE = "last-shown";

/** The address that each screen of the menu showed last in this tab, by its link in the menu. */
export const lastShown = signal<Readonly<Record<string, string>>>(readStore());

export function rememberShown(link: string, url: string): void {
  if (lastShown.peek()[link] === url) return;
  lastShown.value = { ...lastShown.peek(), [link]: url };
  try {
    sessionStorage.setItem(STORE, JSON.stringify(lastShown.peek()));
  } catch {
    // Without a store it is forgotten when the page is loaded again.
  }
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
