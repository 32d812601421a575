import { hash } from "node:crypto";
import { element, escaped } from "../wire/http/xml-text.ts";

export interface AtomLink {
  readonly rel: "self" | "alternate" | "related";
  readonly href: string;
  readonly type: string;
}

export interface AtomEntry {
  /** What the entry is, in words that never change: its id is made of them. */
  readonly name: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly updatedMs: number;
  readonly links: readonly AtomLink[];
  readonly content: string;
}

export interface AtomFeed extends Omit<AtomEntry, "content"> {
  readonly subtitle: string;
  readonly entries: readonly AtomEntry[];
}

/** An Atom document (RFC 4287). The same feed gives the same text. */
export function atomText({ subtitle, entries, ...feed }: AtomFeed): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-AU">
${head(feed)}
${element("subtitle", subtitle)}
<author><name>Terrace</name></author>
${entries.map(entryText).join("")}</feed>
`;
}

function entryText({ content, ...entry }: AtomEntry): string {
  return `<entry>
${head(entry)}
<content type="text">${escaped(content)}</content>
</entry>
`;
}

function head({ name, title, updatedMs, links }: Omit<AtomEntry, "content">): string {
  return [
    element("id", uuidOf(name)),
    element("title", title),
    element("updated", new Date(updatedMs).toISOString()),
    ...links.map(
      ({ rel, href, type }) => `<link rel="${rel}" type="${escaped(type)}" href="${escaped(href)}"/>`,
    ),
  ].join("\n");
}

/** A UUID of the form for hashes of one's own (RFC 9562, version 8): the same at every address of a server. */
function uuidOf(name: string): string {
  const hex = hash("sha256", name);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join("-")}`;
}
