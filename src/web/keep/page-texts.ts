import { inSnapshot } from "../data/snapshot-path.ts";
import type { NamedText } from "./share-body.tsx";

/** The texts to copy that a rendered page has under a name. */
export function textsIn(page: Document, name: "Cite" | "Embed"): NamedText[] {
  return [...page.querySelectorAll(`[data-texts="${name}"] label`)].map((box) => ({
    label: box.querySelector("span")?.textContent ?? "",
    text: box.querySelector("textarea")?.value ?? "",
  }));
}

/** Path of the picture that messages and posts show of a rendered page. */
export function pictureIn(page: Document): string | undefined {
  const address = page.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  return address && new URL(address).pathname;
}

/** The rendered page at a path or at the one that it has moved to, as a document that is not shown; undefined where there is none. */
export async function renderedPage(path: string): Promise<Document | undefined> {
  try {
    const answer = await fetch(inSnapshot(path), { headers: { accept: "text/html" } });
    if (!answer.ok) return undefined;
    // Its style is not for here, and the policy of the screens complains of it.
    const html = (await answer.text()).replace(/<style>.*?<\/style>/s, "");
    return new DOMParser().parseFromString(html, "text/html");
  } catch {
    // Without the server nothing can be embedded either.
    return undefined;
  }
}
