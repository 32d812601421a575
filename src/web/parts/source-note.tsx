import type { ComponentChildren } from "preact";
import { country, type Metric, sourcesOfMetrics } from "../data/country.ts";
import { CiteBody } from "./cite.tsx";
import { formatCount, formatDay, formatShare } from "./format.ts";
import { OutsideLink } from "./outside-text.tsx";
import { Popover } from "./popover.tsx";
import { Facts } from "./section.tsx";

/** Origin of a table's URL, as the publisher's site; "" for an invalid URL. */
function siteOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}

/** Words a derivation for readers. */
const derivationText = (derivation: string) =>
  derivation.replace(/^stored (value|rate)/, "as published").replaceAll(/\bnull\b/g, "no figure") ||
  "as published";

/** (i) button: what a metric is, how it is derived, who published it, when, under which licence. */
export function SourceNote({ metric, children }: { metric: Metric; children?: ComponentChildren }) {
  const now = country.value;
  const sources = sourcesOfMetrics([metric.key]);
  return (
    <Popover label={`About ${metric.label}`} sign="i">
      <h3>{metric.label}</h3>
      <Facts
        rows={[
          ["Key", <code key="key">{metric.key}</code>],
          ["Unit", metric.unit.replace(/^AUD/, "$").replace("/", " a ")],
          ["How", derivationText(metric.derivation)],
          [
            "Known",
            `${formatCount(metric.dataCount)} of ${formatCount(metric.totalCount)} suburbs (${formatShare(metric.dataCount / Math.max(1, metric.totalCount))})`,
          ],
          ...sources.map((source): [string, ComponentChildren] => [
            "Source",
            <>
              <OutsideLink url={source.url}>{source.title}</OutsideLink>,{" "}
              <OutsideLink url={siteOf(source.url)}>{source.publisher}</OutsideLink>
              <br />
              {formatDay(source.vintage)} · {source.licence}
              {source.attribution && source.attribution !== `Source: ${source.publisher}` && (
                <p class="muted small">{source.attribution}</p>
              )}
            </>,
          ]),
          ["Source", sources.length === 0 && "withheld by its licence"],
          ["Data of", `${formatDay(now?.asOf)}${now?.synthetic ? ", synthetic" : ""}`],
        ]}
      />
      <details>
        <summary>Cite</summary>
        <CiteBody what={metric.label} sources={sources} />
      </details>
      {children}
    </Popover>
  );
}
