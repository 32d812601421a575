import type { PageModel, Showing, SiteFacts } from "./page-model.ts";

interface HeadProps {
  readonly model: PageModel;
  readonly site: SiteFacts;
  readonly showing: Showing;
}

/** The one place where the head of a rendered page is made. */
export function Head({ model, site, showing: { origin, prefix, style, script, icon } }: HeadProps) {
  const { title, description, path, feed, previous, next } = model;
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
      {model.kind !== "missing" && <link rel="canonical" href={origin + path} />}
      {previous && <link rel="prev" href={prefix + previous} />}
      {next && <link rel="next" href={prefix + next} />}
      <link rel="icon" href={icon} type="image/svg+xml" />
      {feed && <link rel="alternate" type="application/atom+xml" href={prefix + feed} title="Changes" />}
      <link rel="stylesheet" href={style} />
      {script && <script type="module" src={script} />}
    </head>
  );
}
