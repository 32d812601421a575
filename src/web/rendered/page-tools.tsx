import { type ComponentChild, render } from "preact";
import { inSnapshot } from "../data/snapshot-path.ts";
import { SaveSuburb } from "../keep/save-suburb.tsx";
import { syncSaved } from "../keep/saved.ts";
import { Copied, pictureIn, ShareBody, textsIn } from "../keep/share-body.tsx";
import { Popover } from "../parts/popover.tsx";
import { SearchField } from "../parts/search/search-field.tsx";
import { SCREEN_LINKS, useWordHits, type WordHit } from "../parts/search/words-found.tsx";

const PAGE_LINKS = {
  ...SCREEN_LINKS,
  // The server redirects from the code to the page.
  suburb: (id: string) => `/suburb/${id}`,
  series: (id: string) => `/series/${encodeURIComponent(id)}`,
};
const MAX_FOUND = 8;

/** Calls the method by JSON: the client of the screens would be many times as large as all of this. */
async function askWords(query: string, kinds: string[], signal: AbortSignal): Promise<readonly WordHit[]> {
  const answer = await fetch(inSnapshot("/terrace.v1.ExplorerService/Search"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, kinds, limit: MAX_FOUND }),
    signal,
  });
  if (!answer.ok) throw new Error(`search answered ${answer.status}`);
  const { hits = [] } = (await answer.json()) as {
    hits?: (Partial<WordHit> & Pick<WordHit, "id" | "kind">)[];
  };
  // JSON omits empty strings, empty lists and 0.
  return hits.map(({ title = "", detail = "", highlights = [], ...hit }) => ({
    ...hit,
    title,
    detail,
    highlights: highlights.map(({ start = 0, length = 0 }) => ({ start, length })),
  }));
}

const useFound = (text: string) =>
  useWordHits(text, PAGE_LINKS, askWords, (link) => location.assign(inSnapshot(link)));

function Share() {
  return (
    <Popover label="Share what is shown" sign="Share" kind="share">
      <ShareBody
        link={location.origin + location.pathname}
        picture={pictureIn(document)}
        embeds={textsIn(document, "Embed")}
      >
        {textsIn(document, "Cite").map(({ label, text }) => (
          <Copied key={label} label={label} text={text} rows={3} />
        ))}
      </ShareBody>
    </Popover>
  );
}

function renderTool(tool: string, shown: ComponentChild): void {
  const place = document.querySelector(`[data-tool="${tool}"]`);
  if (place !== null) render(shown, place);
}

/** Renders the tools into the placeholders of the page. */
export function addTools(): void {
  // Saved views belong to the screens: here they are kept unchecked.
  syncSaved(() => true);
  renderTool("search", <SearchField useFound={useFound} />);
  renderTool("share", <Share />);
  const { key = "" } = document.querySelector<HTMLElement>("article.rendered")?.dataset ?? {};
  renderTool("save", <SaveSuburb code={key} />);
  for (const box of document.querySelectorAll(".share-texts > div")) {
    const [label, text] = [box.querySelector("span")!.textContent, box.querySelector("textarea")!.value];
    box.replaceChildren();
    render(<Copied label={label} text={text} rows={3} />, box);
  }
}
