import { renderToString } from "preact-render-to-string";
import { formatDay, formatIsoDay } from "../parts/format.ts";
import { OutsideLink } from "../parts/outside-text.tsx";
import { COUNTRY_PATH } from "./addresses.ts";
import { Head } from "./head.tsx";
import type { PageModel, Showing, SiteFacts } from "./page-model.ts";
import { Prefix, To } from "./parts.tsx";
import { ShareTexts } from "./sharing/share-texts.tsx";

const MENU = [
  ["/", "Explore"],
  [COUNTRY_PATH, "Australia"],
  ["/rankings", "Rankings"],
  ["/series", "Series"],
  ["/stocks", "Stocks"],
  ["/about", "About"],
] as const;

/** A page as the text of an HTML document. */
export function documentOf(model: PageModel, site: SiteFacts, showing: Showing): string {
  const { crumbs, sources, name, body } = model;
  const html = renderToString(
    <Prefix.Provider value={showing.prefix}>
      <html lang="en-AU">
        <Head {...{ model, site, showing }} />
        <body>
          <a class="skip" href="#main">
            Skip to the content
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
              Figures of the snapshot of {formatDay(site.asOf)}.{" "}
              <a href={model.path}>See the newest figures</a>
            </aside>
          )}
          <main id="main">
            <article class="rendered" data-kind={model.kind} data-key={model.key}>
              <nav class="crumbs" aria-label="Where this is">
                <ol>
                  {crumbs.map(({ name: text, path }, i) => (
                    <li>{i === crumbs.length - 1 ? text : <To path={path}>{text}</To>}</li>
                  ))}
                </ol>
              </nav>
              <h1>{name}</h1>
              {body}
              {sources.length > 0 && (
                <section class="sources">
                  <h2>Sources</h2>
                  <ul>
                    {sources.map(({ id, publisher, title, vintage, licence, url, attribution }) => (
                      <li data-source={id}>
                        <OutsideLink url={url}>{title}</OutsideLink>, {publisher}, {formatIsoDay(vintage)},{" "}
                        {licence}
                        {attribution && attribution !== `Source: ${publisher}` && `. ${attribution}`}
                      </li>
                    ))}
                  </ul>
                </section>
              )}
              <ShareTexts {...{ model, site, showing }} />
            </article>
          </main>
          <footer>
            <p>
              Data of {formatDay(site.asOf)}, snapshot{" "}
              <a href={`/at/${site.snapshotId}${model.path}`}>
                <code>{site.snapshotId}</code>
              </a>
              , which stays at that address. <a href="/docs">The same by API</a>
            </p>
          </footer>
        </body>
      </html>
    </Prefix.Provider>,
  );
  return `<!doctype html>${html}`;
}
