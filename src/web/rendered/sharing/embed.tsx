import { renderToString } from "preact-render-to-string";
import { formatIsoDay } from "../../parts/format.ts";
import type { EmbedForm } from "../found.ts";
import type { PageModel, Showing, SiteFacts } from "../page-model.ts";
import { Prefix } from "../parts.tsx";
import { partOf } from "./embed-parts.tsx";

/** One part of a page as an HTML document for a frame; undefined where the page has no such part. */
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
  const html = renderToString(
    <Prefix.Provider value={prefix}>
      <html lang="en-AU" data-embed={form.kind} {...(form.theme && { "data-theme": form.theme })}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content={form.theme ?? "light dark"} />
          <meta name="robots" content="noindex" />
          <title>{`${model.title} · Terrace`}</title>
          {/* No page of ours but this one may be in a frame. */}
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
            Data of {formatIsoDay(site.asOf.toISOString().slice(0, 10))}. <a href={page}>See it at Terrace</a>
          </footer>
        </body>
      </html>
    </Prefix.Provider>,
  );
  return `<!doctype html>${html}`;
}
