import type { ComponentChildren } from "preact";
import type { CitedSource } from "./citation.ts";
import { formatDay } from "./format.ts";

/**
 * Normalises a URL from foreign data; undefined unless http or https. The server rejects other URLs too: a
 * page that shows foreign text does not rely on one check.
 */
function outsideAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "http:" || protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Link to another site in a new tab, without a referrer; plain text if the URL is not http or https. */
export function OutsideLink({ url, children }: { url: string; children: ComponentChildren }) {
  const href = outsideAddress(url);
  if (href === undefined) return <bdi>{children}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
    </a>
  );
}

/** Publisher, title (linked), date and licence of a source. */
export function SourceLine({ source }: { source: CitedSource & { readonly url?: string } }) {
  const { publisher, title, url = "", vintage, licence } = source;
  return (
    <>
      <OutsideLink url={url}>
        {publisher}, {title}
      </OutsideLink>
      , {formatDay(vintage)}, {licence}
    </>
  );
}
