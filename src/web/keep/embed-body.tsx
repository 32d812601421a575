import { useRequest } from "../data/ask.tsx";
import { Unfolded } from "../parts/controls.tsx";
import type { EmbedKind } from "../rendered/sharing/embed-snippet.ts";
import { Copied, renderedPage, textsIn } from "./share-body.tsx";

/** Part of a rendered page that other sites can embed. */
export interface EmbedPart {
  readonly kind: EmbedKind;
  /** Path of the page, or one that redirects to it. */
  readonly path: string;
  readonly figure?: string;
}

/** Shows the embed HTML of a part, read from the rendered page; a note if the page has no such part. */
export function EmbedBody({ kind, path, figure }: EmbedPart) {
  const asked = useRequest(() => renderedPage(path), [path]).value;
  if (asked.state !== "there") return <p class="muted">Loading…</p>;
  const found =
    asked.value && textsIn(asked.value, "Embed").find(({ label }) => label === `HTML of the ${kind}`);
  if (!found) return <p class="muted">There is no {kind} to embed here.</p>;
  const of = figure === undefined ? "" : `?of=${figure}`;
  const html = found.text.replace(/ src="[^"]*/, (src) => src + of);
  return (
    <div class="cite-body">
      <Copied label={`HTML of the ${kind} for your page`} text={html} rows={5} />
    </div>
  );
}

export const EmbedDetails = (part: EmbedPart) => (
  <Unfolded title="Embed">{() => <EmbedBody {...part} />}</Unfolded>
);
