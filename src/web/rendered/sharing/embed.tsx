import type { ComponentChild } from "preact";
import { publishersOf } from "../../parts/citation.ts";
import { formatCount, formatDay } from "../../parts/format.ts";
import type { EmbedForm, OembedBounds } from "../found.ts";
import type { Figure, PageModel, Rank, Showing, SiteFacts } from "../page-model.ts";
import { Figures, htmlDocument, OutlineSvg } from "../parts.tsx";
import { EMBEDS, type EmbedKind, embedSnippet } from "./embed-snippet.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress } from "./picture.tsx";

/** A part of a page as an HTML document for a frame; undefined if the page has no such part. */
export function embedOf(
  model: PageModel,
  site: SiteFacts,
  showing: Showing,
  form: EmbedForm,
): string | undefined {
  const part = partOf(model, form);
  if (part === undefined) return undefined;
  const { origin, prefix, style, icon } = showing;
  const page = origin + prefix + model.path;
  return htmlDocument(
    prefix,
    <html lang="en-AU" data-embed={form.kind} {...(form.theme && { "data-theme": form.theme })}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={form.theme ?? "light dark"} />
        <meta name="robots" content="noindex" />
        <title>{`${model.title} · Terrace`}</title>
        {/* Only this page may be framed: links leave the frame. */}
        <base target="_blank" />
        <link rel="canonical" href={origin + model.path} />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="stylesheet" href={style} />
        <script async src="/embed.js" />
      </head>
      <body>
        <main>
          <h1>
            <a href={page}>{model.title}</a>
          </h1>
          {part.shown}
        </main>
        <footer class="small muted">
          {site.synthetic && <strong class="made-up">Made-up data. </strong>}
          {part.publishers.length > 0 && `Source: ${part.publishers.join(", ")}. `}
          Data of {formatDay(site.asOf)}. <a href={page}>See it at Terrace</a>
        </footer>
      </body>
    </html>,
  );
}

/** The part of a page to show alone, and its publishers; undefined if the page has no such part. */
function partOf(model: PageModel, { kind, figure: key }: EmbedForm) {
  const { figures, outline, parts, sources, name, crumbs } = model;
  if (kind === "figure") {
    const figure = key === undefined ? figures[0] : figures.find((one) => one.key === key);
    return figure && { shown: <OneFigure figure={figure} />, publishers: publishersOf([figure]) };
  }
  if (key !== undefined) return undefined;
  const scope = crumbs.at(1)?.name;
  // The figures of a ranking are its first rows.
  const hasTable = figures.length > 0 && !parts?.ranking;
  const others = new Map<string, ComponentChild>([
    ["map", parts?.map ?? (outline && <OutlineSvg outline={outline} name={name} />)],
    ["chart", parts?.chart],
    ["table", hasTable && <Figures figures={figures} {...(scope && { scope })} />],
    ["ranking", parts?.ranking],
  ]);
  const shown = others.get(kind);
  return shown ? { shown, publishers: publishersOf(kind === "table" ? figures : sources) } : undefined;
}

export function embedsOf(model: PageModel): EmbedKind[] {
  return (Object.keys(EMBEDS) as EmbedKind[]).filter((kind) => partOf(model, { kind }) !== undefined);
}

const placeText = ({ place, of }: Rank) => `Number ${formatCount(place)} of ${formatCount(of)}`;

function OneFigure({ figure: { label, text, inState, inCountry, date } }: { figure: Figure }) {
  return (
    <div class="one-figure">
      <p class="muted">{label}</p>
      <p class="value">{text}</p>
      {inState && <p>{placeText(inState)} in its state</p>}
      {inCountry && <p>{placeText(inCountry)} in Australia</p>}
      {date && <p class="small muted">{formatDay(date)}</p>}
    </div>
  );
}

/** What oEmbed shows of a page: the first of these that it offers. */
const PREFERRED: readonly EmbedKind[] = ["ranking", "chart", "table", "figure", "map"];

/** Seconds that an oEmbed consumer may cache an answer. */
const CACHE_AGE = 3600;

/** oEmbed answer about a page (oembed.com, version 1.0); undefined if it has nothing to embed. */
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
    version: "1.0",
    type: "rich",
    title,
    width,
    height,
    cache_age: CACHE_AGE,
    provider_name: "Terrace",
    provider_url: `${origin}/`,
    html: embedSnippet({ kind, origin, path: prefix + model.path, title, width, height }),
    ...(pictures &&
      hasRoom && {
        thumbnail_url: pictureAddress(origin + prefix, model.path),
        thumbnail_width: PICTURE_WIDTH,
        thumbnail_height: PICTURE_HEIGHT,
      }),
  };
}
