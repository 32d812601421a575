import type { NamedText } from "../../keep/share-body.tsx";
import { citationTexts } from "../../parts/citation.ts";
import { formatDay } from "../../parts/format.ts";
import type { ShownPage } from "../page-model.ts";
import { embedsOf } from "./embed.tsx";
import { embedSnippet } from "./embed-snippet.ts";

/** What of a page there is to copy, with and without scripts: its citation, and the HTML of its parts for pages of others. */
export function ShareTexts({ model, site, showing: { origin, prefix } }: ShownPage) {
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
