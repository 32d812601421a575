import type { PageModel, Showing, SiteFacts } from "./page-model.ts";
import { PICTURE_HEIGHT, PICTURE_WIDTH, pictureAddress } from "./sharing/picture.tsx";
import { scriptText, structuredData } from "./sharing/structured-data.ts";

interface HeadProps {
  readonly model: PageModel;
  readonly site: SiteFacts;
  readonly showing: Showing;
}

/** The one place where the head of a rendered page is made. */
export function Head({ model, site, showing }: HeadProps) {
  const { title, description, feed, previous, next } = model;
  const { prefix, styleText, script, icon } = showing;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Terrace${site.synthetic ? " (synthetic)" : ""}`}</title>
      <meta name="description" content={description} />
      {/* Older snapshots are for those who cite them. */}
      {(site.synthetic || prefix !== "" || model.kind === "missing") && (
        <meta name="robots" content="noindex" />
      )}
      {model.kind !== "missing" && <Shared {...{ model, site, showing }} />}
      {previous && <link rel="prev" href={prefix + previous} />}
      {next && <link rel="next" href={prefix + next} />}
      <link rel="icon" href={icon} type="image/svg+xml" />
      {feed && <link rel="alternate" type="application/atom+xml" href={prefix + feed} title="Changes" />}
      <style dangerouslySetInnerHTML={{ __html: styleText }} />
      {script && <script type="module" src={script} />}
    </head>
  );
}

/** What machines read of a page that there is: those that list pages, and those that show a link to one. */
function Shared({ model, site, showing: { origin, prefix, pictures } }: HeadProps) {
  const { title, description, path } = model;
  const shown = `${title}${site.synthetic ? " (made-up data)" : ""}`;
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Terrace" />
      <meta property="og:locale" content="en_AU" />
      <meta property="og:title" content={shown} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={origin + path} />
      {pictures && (
        <>
          <meta property="og:image" content={pictureAddress(origin + prefix, path)} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content={String(PICTURE_WIDTH)} />
          <meta property="og:image:height" content={String(PICTURE_HEIGHT)} />
          <meta property="og:image:alt" content={description} />
        </>
      )}
      <meta name="twitter:card" content={pictures ? "summary_large_image" : "summary"} />
      <link
        rel="alternate"
        type="application/json+oembed"
        href={`${origin}${prefix}/oembed?url=${encodeURIComponent(origin + prefix + path)}`}
        title={shown}
      />
      <script
        type="application/ld+json"
        // JSON without any sign that could end the element.
        dangerouslySetInnerHTML={{ __html: scriptText(structuredData(model, site, origin)) }}
      />
    </>
  );
}
