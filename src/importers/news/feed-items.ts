import type { XMLParser } from "fast-xml-parser";
import { optionalPackage } from "../../runtime/node/optional-package.ts";
import type { ImportFile } from "../run/import-file.ts";

/** A feed item, independent of the format; strings may contain markup. */
export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  readonly published: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly image: string;
  /** Content of `_terrace` in a JSON feed. */
  readonly own: Readonly<Record<string, unknown>>;
}

interface ReadFeed {
  readonly what: string;
  /** Address of the site; "" when the feed has none. */
  readonly site: string;
  readonly entries: readonly FeedEntry[];
}

export function isXmlFeed(file: ImportFile): boolean {
  return /<(rss|rdf:RDF|feed)[\s>]/.test(file.head.slice(0, 4096)) && /^\s*</.test(file.head);
}

export function isJsonFeed(file: ImportFile): boolean {
  return /^\s*\{/.test(file.head) && /"version"\s*:\s*"https:\/\/jsonfeed\.org\/version\/1/.test(file.head);
}

/** Parses an RSS, Atom or JSON feed; throws `bad_dataset` when it is damaged. */
export function readFeed(file: ImportFile): ReadFeed {
  return isJsonFeed(file) ? readJsonFeed(file) : readXmlFeed(file);
}

type Node = Readonly<Record<string, unknown>>;

const LISTS = new Set(["item", "entry", "category", "link", "enclosure"]);

/** Rejects documents on which the parser throws, such as too deeply nested ones. */
function parsedXml(parser: XMLParser, file: ImportFile): Node {
  try {
    return parser.parse(file.text) as Node;
  } catch (cause) {
    file.refuse(`not a feed: ${(cause as Error).message}`, cause);
  }
}

function readXmlFeed(file: ImportFile): ReadFeed {
  // DTD entities can expand without bound (billion laughs); no feed needs a DTD.
  if (/<!(DOCTYPE|ENTITY)/i.test(file.text)) file.refuse("a feed with a document type is not read");
  const { XMLParser, XMLValidator } = optionalPackage<typeof import("fast-xml-parser")>(
    "fast-xml-parser",
    "a feed in XML",
  );
  const valid = XMLValidator.validate(file.text);
  if (valid !== true) file.refuse(`not XML: line ${valid.err.line}: ${valid.err.msg}`);
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => LISTS.has(name),
  });
  const document = parsedXml(parser, file);
  const rss = (nodeOf(document.rss).channel ?? document["rdf:RDF"]) as Node | undefined;
  if (rss !== undefined) {
    const items = (rss.item ?? nodeOf(document["rdf:RDF"]).item ?? []) as readonly Node[];
    return { what: "RSS feed", site: textOf(rss.link), entries: items.map(rssEntry) };
  }
  const feed = nodeOf(document.feed);
  return {
    what: "Atom feed",
    site: atomLink(feed),
    entries: ((feed.entry ?? []) as readonly Node[]).map(atomEntry),
  };
}

function rssEntry(item: Node): FeedEntry {
  return {
    title: textOf(item.title),
    link: textOf(item.link) || textOf(item.guid),
    published: textOf(item.pubDate) || textOf(item["dc:date"]),
    summary: textOf(item.description),
    tags: listOf(item.category).map(textOf),
    image: textOf(nodeOf(listOf(item.enclosure)[0])["@url"]),
    own: {},
  };
}

function atomEntry(entry: Node): FeedEntry {
  return {
    title: textOf(entry.title),
    link: atomLink(entry),
    published: textOf(entry.published) || textOf(entry.updated),
    summary: textOf(entry.summary),
    tags: listOf(entry.category).map((category) => textOf(nodeOf(category)["@term"])),
    image: "",
    own: {},
  };
}

function atomLink(node: Node): string {
  const links = listOf(node.link).map(nodeOf);
  const main = links.find((link) => (link["@rel"] ?? "alternate") === "alternate") ?? links[0];
  return textOf(main?.["@href"]);
}

function readJsonFeed(file: ImportFile): ReadFeed {
  const feed = nodeOf(file.json());
  if (!Array.isArray(feed.items)) file.refuse("items is not a list");
  const entries = feed.items.map(nodeOf).map((item) => ({
    title: textOf(item.title),
    link: textOf(item.url) || textOf(item.external_url),
    published: textOf(item.date_published),
    summary: textOf(item.summary),
    tags: listOf(item.tags).map(textOf),
    image: textOf(item.image),
    own: nodeOf(item._terrace),
  }));
  return { what: "JSON feed", site: textOf(feed.home_page_url), entries };
}

const nodeOf = (value: unknown): Node => (typeof value === "object" && value !== null ? (value as Node) : {});
const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Text of a node with or without attributes; of an array, its first element. */
function textOf(value: unknown): string {
  let inner = value;
  // A loop, because nesting could exceed the call stack.
  while (typeof inner === "object" && inner !== null)
    inner = Array.isArray(inner) ? inner[0] : nodeOf(inner)["#text"];
  return typeof inner === "string" ? inner : "";
}
