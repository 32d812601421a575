import type { NamedText } from "../keep/share-body.tsx";
import { citationTexts } from "../parts/citation.ts";
import { formatDay } from "../parts/format.ts";
import { SourceLine } from "../parts/outside-text.tsx";
import { Section, To } from "../parts/section.tsx";
import { COUNTRY_PATH } from "./addresses.ts";
import type { PageModel, PageSource, Showing, ShownPage, SiteFacts } from "./page-model.ts";
import { htmlDocument } from "./parts.tsx";
import { embedsOf } from "./sharing/embed.tsx";
import { embedSnippet } from "./sharing/embed-snippet.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress } from "./sharing/picture.tsx";
import { scriptText, structuredData } from "./sharing/structured-data.ts";

const MENU = [
  ["/", "Explore"],
  [COUNTRY_PATH, "Australia"],
  ["/rankings", "Rankings"],
  ["/series", "Series"],
  ["/stocks", "Stocks"],
  ["/about", "About"],
] as const;

/** Whether an attribution adds anything to the publisher. */
const addsToPublisher = ({ attribution, publisher }: PageSource) =>
  attribution !== "" && attribution !== `Source: ${publisher}`;

export function documentOf(model: PageModel, site: SiteFacts, showing: Showing): string {
  const { crumbs, sources, name, body } = model;
  return htmlDocument(
    showing.prefix,
    <html lang="en-AU">
      <Head model={model} site={site} showing={showing} />
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {site.synthetic && (
          <aside class="synthetic" aria-label="Made-up data">
            <strong>SYNTHETIC</strong> No suburb, person, company or price here is real.
          </aside>
        )}
        <header class="top">
          <a class="brand" href={`${showing.prefix}/`}>
            Terrace
          </a>
          <div class="tool" data-tool="search" />
          <nav aria-label="Screens">
            {MENU.map(([path, text]) => (
              <To path={path}>{text}</To>
            ))}
          </nav>
          {model.kind !== "missing" && <div class="tool" data-tool="share" />}
        </header>
        {showing.prefix !== "" && (
          <aside class="older" aria-label="An older snapshot">
            Figures of the snapshot of {formatDay(site.asOf)}. <a href={model.path}>See the newest figures</a>
          </aside>
        )}
        <main id="main">
          <article class="rendered" data-kind={model.kind} data-key={model.key}>
            <nav class="crumbs" aria-label="Breadcrumbs">
              <ol>
                {crumbs.map(({ name: text, path }, i) => (
                  <li>{i === crumbs.length - 1 ? text : <To path={path}>{text}</To>}</li>
                ))}
              </ol>
            </nav>
            <h1>{name}</h1>
            {body}
            {sources.length > 0 && (
              <Section title="Sources" kind="sources">
                <ul>
                  {sources.map((source) => (
                    <li data-source={source.id}>
                      <SourceLine source={source} />
                      {addsToPublisher(source) && `. ${source.attribution}`}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <ShareTexts model={model} site={site} showing={showing} />
          </article>
        </main>
        <footer>
          <p>
            Data of {formatDay(site.asOf)}, snapshot{" "}
            <a href={`/at/${site.snapshotId}${model.path}`}>
              <code>{site.snapshotId}</code>
            </a>
            , a permanent link. <a href="/docs">API documentation</a>
          </p>
        </footer>
      </body>
    </html>,
  );
}

function Head({ model, site, showing }: ShownPage) {
  const { title, description, feed, previous, next } = model;
  const { prefix, styleText, script, icon } = showing;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Terrace${site.synthetic ? " (synthetic)" : ""}`}</title>
      <meta name="description" content={description} />
      {/* Older snapshots are for readers who cite them, not for search engines. */}
      {(site.synthetic || prefix !== "" || model.kind === "missing") && (
        <meta name="robots" content="noindex" />
      )}
      {model.kind !== "missing" && <Shared model={model} site={site} showing={showing} />}
      {previous && <link rel="prev" href={prefix + previous} />}
      {next && <link rel="next" href={prefix + next} />}
      <link rel="icon" href={icon} type="image/svg+xml" />
      {feed && <link rel="alternate" type="application/atom+xml" href={prefix + feed} title="Changes" />}
      <style dangerouslySetInnerHTML={{ __html: styleText }} />
      {script && <script type="module" src={script} />}
    </head>
  );
}

/** Metadata for search engines and link previews: canonical URL, Open Graph, oEmbed, JSON-LD. */
function Shared({ model, site, showing: { origin, prefix, pictures } }: ShownPage) {
  const { title, description, path } = model;
  const shown = `${title}${site.synthetic ? " (made-up data)" : ""}`;
  const about = {
    type: "website",
    site_name: "Terrace",
    locale: "en_AU",
    title: shown,
    description,
    url: origin + path,
  };
  const picture = {
    image: pictureAddress(origin + prefix, path),
    "image:type": "image/png",
    "image:width": PICTURE_WIDTH,
    "image:height": PICTURE_HEIGHT,
    "image:alt": description,
  };
  return (
    <>
      <link rel="canonical" href={origin + path} />
      {Object.entries({ ...about, ...(pictures && picture) }).map(([name, content]) => (
        <meta property={`og:${name}`} content={String(content)} />
      ))}
      <meta name="twitter:card" content={pictures ? "summary_large_image" : "summary"} />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={`${origin}${prefix}/oembed?url=${encodeURIComponent(origin + prefix + path)}`}
        title={shown}
      />
      <script
        type="application/ld+json"
        // scriptText escapes everything that could end the element.
        dangerouslySetInnerHTML={{ __html: scriptText(structuredData(model, site, origin)) }}
      />
    </>
  );
}

/** Texts to copy, which work without scripts: citation and embed HTML. */
function ShareTexts({ model, site, showing: { origin, prefix } }: ShownPage) {
  if (model.kind === "missing") return null;
  const { path, title, sources } = model;
  const { snapshotId, synthetic } = site;
  const link = `${origin}/at/${snapshotId}${path}`;
  const cited = { what: title, sources, snapshotId, asOf: formatDay(site.asOf), synthetic, link };
  return (
    <>
      <Texts name="Cite" texts={citationTexts(cited)} />
      <Texts
        name="Embed"
        texts={embedsOf(model).map((kind) => ({
          label: `HTML of the ${kind}`,
          text: embedSnippet({ kind, origin, path: prefix + path, title: `${title}: ${kind}` }),
        }))}
      />
    </>
  );
}

function Texts({ name, texts }: { name: string; texts: readonly NamedText[] }) {
  if (texts.length === 0) return null;
  return (
    <details class="share-texts" data-texts={name}>
      <summary>{name}</summary>
      {texts.map(({ label, text }) => (
        <div>
          <label>
            <span class="small">{label}</span>
            <textarea readOnly rows={3} spellcheck={false}>
              {text}
            </textarea>
          </label>
        </div>
      ))}
    </details>
  );
}
