import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRssFeed } from "feedsmith";
import { XmlDocument, XsdValidator } from "libxml2-wasm";

const SCHEMA = readFileSync(join(import.meta.dirname, "rss-2.0.xsd"), "utf8");

/** Checks that libxml accepts the feed as XML of the schema, and returns it as a feed reader parses it. */
export function checkedRss(text: string) {
  using schema = XmlDocument.fromString(SCHEMA);
  using validator = XsdValidator.fromDoc(schema);
  using document = XmlDocument.fromString(text);
  validator.validate(document);
  return parseRssFeed(text);
}
