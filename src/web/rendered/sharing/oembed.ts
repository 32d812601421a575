import type { OembedBounds } from "../found.ts";
import type { PageModel, Showing, SiteFacts } from "../page-model.ts";
import { embedsOf } from "./embed-parts.tsx";
import { EMBEDS, type EmbedKind, embedSnippet } from "./embed-snippet.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress } from "./picture.tsx";

/** What a page is shown by where its address was pasted: the first of these that it has. */
const PREFERRED: readonly EmbedKind[] = ["ranking", "chart", "table", "figure", "map"];

/** Seconds that a reader may keep an answer. */
const CACHE_AGE = 3600;

/** The oEmbed answer about a page (oembed.com, version 1.0); undefined for one without a part to show. */
export function oembedOf(
  model: PageModel,
  { synthetic }: SiteFacts,
  { origin, prefix, pictures }: Showing,
  { maxWidth, maxHeight }: OembedBounds,
): object | undefined {
  const offered = embedsOf(model);
  const kind = PREFERRED.find((one) => offered.includes(one));
  if (kind === undefined) return undefined;
  const [width, height] = [Math.min(EMBEDS[kind][0], maxWidth), Math.min(EMBEDS[kind][1], maxHeight)];
  const title = `${model.title}${synthetic ? " (made-up data)" : ""}`;
  const hasRoom = maxWidth >= PICTURE_WIDTH && maxHeight >= PICTURE_HEIGHT;
  return {
    ...{ version: "1.0", type: "rich", title, width, height, cache_age: CACHE_AGE },
    ...{ provider_name: "Terrace", provider_url: `${origin}/` },
    html: embedSnippet({ kind, origin, path: prefix + model.path, title, width, height }),
    ...(pictures &&
      hasRoom && {
        thumbnail_url: pictureAddress(origin + prefix, model.path),
        thumbnail_width: PICTURE_WIDTH,
        thumbnail_height: PICTURE_HEIGHT,
      }),
  };
}
