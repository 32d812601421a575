import type { ComponentChildren } from "preact";
import type { CitedSource } from "./citation.ts";
import { formatDay } from "./format.ts";

/**
 * The address of a link that a stranger gave, as it may be on the page; undefined for anything but http and https.
 * The server refuses such links too: a page that shows what others wrote does not rely on one check.
 */
export function outsideAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === "http:" || protocol === "https:" ? href : undefined;
  } catch {
    return undefined;
  }
}

/** A link to elsewhere, opened apart and without telling where the reader came from; plain text where it leads nowhere good. */
export function OutsideLink({ url, children }: { url: string; children: ComponentChildren }) {
  const href = outsideAddress(url);
  if (href === undefined) return <bdi>{children}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
    </a>
  );
}

/** Who published something, what, when and under which licence, with a link to it. */
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
