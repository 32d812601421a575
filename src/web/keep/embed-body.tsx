import { useSignal } from "@preact/signals";
import { useAsked } from "../data/ask.tsx";
import { set } from "../parts/controls.tsx";
import type { EmbedKind } from "../rendered/sharing/embed-snippet.ts";
import { Copied, renderedPage, textsIn } from "./share-body.tsx";

/** A part of a rendered page that others can show on theirs. */
export interface EmbedPart {
  readonly kind: EmbedKind;
  /** Path of the page, or one that leads to it. */
  readonly path: string;
  /** Key of the one figure that is shown. */
  readonly figure?: string;
}

/** The HTML of a part, which the page itself has: where it has no such part, there is nothing to embed. */
export function EmbedBody({ kind, path, figure }: EmbedPart) {
  const asked = useAsked(() => renderedPage(path), [path]).value;
  if (asked.state !== "there") return <p class="muted">Loading…</p>;
  const found =
    asked.value && textsIn(asked.value, "Embed").find(({ label }) => label === `HTML of the ${kind}`);
  if (!found) return <p class="muted">There is no {kind} of it to embed.</p>;
  const of = figure === undefined ? "" : `?of=${figure}`;
  const html = found.text.replace(/ src="[^"]*/, (src) => src + of);
  return (
    <div class="cite-body">
      <Copied label={`HTML of the ${kind} for a page of yours`} text={html} rows={5} />
    </div>
  );
}

/** The same behind a line that opens it: nothing is asked before. */
export function EmbedDetails(part: EmbedPart) {
  const isOpen = useSignal(false);
  return (
    <details onToggle={(event) => set(isOpen, event.currentTarget.open)}>
      <summary>Embed</summary>
      {isOpen.value && <EmbedBody {...part} />}
    </details>
  );
}
