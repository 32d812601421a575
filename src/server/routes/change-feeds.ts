import { FOLLOWED } from "../../domains/followed.ts";
import { hiddenName, hiddenTables } from "../../domains/withheld-tables.ts";
import { BoundedCache } from "../../runtime/bounded-cache.ts";
import { notFound } from "../../runtime/errors.ts";
import { didYouMean } from "../../runtime/nearest-names.ts";
import { uuidOf } from "../../runtime/uuid-of.ts";
import type { ChangedRow } from "../../snapshot/compare/changes-file.ts";
import {
  type ChangesPlace,
  openChanges,
  publishedUntil,
  shownCounts,
} from "../../snapshot/compare/find-changes.ts";
import { publishedAtMs } from "../../snapshot/store/publications.ts";
import type { Answer, RouteCall } from "../admission/route.ts";
import { element, escaped } from "../wire/http/xml-text.ts";
import { changesPlace } from "./changes.ts";
import { type Feed, sendFeed, taggedFeed } from "./feed.ts";

/** Newest publications in a feed, changes listed in an entry, and feeds cached. */
const MAX_PUBLICATIONS = 30;
const MAX_CHANGES = 20;

const KEPT_FEEDS = 200;
const ATOM = "application/atom+xml";

/** The subject of a feed: one thing, or without a kind all changes. */
interface Followed {
  readonly kind?: keyof typeof FOLLOWED;
  readonly key?: string;
  readonly title: string;
  /** Paths of the feed and of the matching page. */
  readonly path: string;
  readonly page: string;
}

const EVERYTHING: Followed = { title: "All changes", path: "/feeds/changes.atom", page: "/" };

/** `GET /feeds/changes.atom` and `/feeds/<kind>/<key>.atom`: changes by publication, newest first. */
export function changeFeedAnswer(): Answer {
  const kept = new BoundedCache<Feed>({ maxEntries: KEPT_FEEDS });
  return async (call) => {
    let feed: Feed;
    try {
      feed = await feedFor(call, kept);
    } catch (error) {
      if (!call.admits()) return call.reply;
      throw error;
    }
    // Switches withdraw entries without changing the date, so then only the ETag decides.
    return sendFeed(call, feed, ATOM, hiddenName(call.parts.switches()) === "");
  };
}

async function feedFor(call: RouteCall, kept: BoundedCache<Feed>): Promise<Feed> {
  const { engine, switches, webUrl } = call.parts;
  const followed = await followedBy(call);
  const place = changesPlace(call);
  const published = await publishedUntil(place);
  const { prefix } = call;
  const base = webUrl();
  const { snapshotId, asOf, synthetic } = engine.manifest;
  const withheld = [...place.shown.withheldSources].join(" ");
  const name = [base, prefix, followed.path, published.length, snapshotId, hiddenName(switches()), withheld];
  return kept.load(name.join("\n"), async () => {
    const entries = await entriesOf(followed, place, published, base);
    const updatedMs = Math.floor((entries[0]?.updatedMs ?? Date.parse(asOf)) / 1000) * 1000;
    const links = [
      { rel: "self", type: ATOM, href: `${base}${prefix}${followed.path}` },
      { rel: "alternate", type: "text/html", href: `${base}${prefix}${followed.page}` },
    ];
    const title = `${followed.title}${synthetic ? " (synthetic data)" : ""}`;
    const about = { name: followed.path, title, updatedMs, links };
    const text = atomText(about, "What publications of Terrace changed, the newest first.", entries);
    return taggedFeed(text, updatedMs);
  });
}

/** The subject that a path names; throws not_found with suggestions. */
async function followedBy({
  request: { params },
  parts: { engine, switches },
}: RouteCall): Promise<Followed> {
  const { kind, file } = params as { kind?: string; file?: string };
  if (kind === undefined || file === undefined) return EVERYTHING;
  if (!Object.hasOwn(FOLLOWED, kind)) {
    const there = Object.keys(FOLLOWED).join(", ");
    throw notFound(`no feed of "${kind.slice(0, 80)}"; there are ${there}, and /feeds/changes.atom`);
  }
  const known = kind as keyof typeof FOLLOWED;
  if (!file.endsWith(".atom")) throw notFound(`the feed of a ${kind} ends with .atom`);
  const key = file.slice(0, -".atom".length);
  const { table, page, names } = FOLLOWED[known];
  const isWithheld = hiddenTables(switches()).get(table)?.length === 0;
  const all = isWithheld ? new Map<string, string>() : await engine.use((view) => names(view));
  const title = all.get(key);
  if (title === undefined) {
    // Only keys with the same first letters: a wrong key should not cost more than a right one.
    const begins = [...all.keys()].filter((one) => one.slice(0, 2) === key.slice(0, 2));
    throw notFound(`no ${kind} "${key.slice(0, 80)}"${didYouMean(key, begins, 3)}`);
  }
  const path = `/feeds/${kind}/${encodeURIComponent(key)}.atom`;
  return { kind: known, key, title, path, page: page(encodeURIComponent(key)) };
}

/** One entry per publication that changed the subject, newest first. */
async function entriesOf(
  followed: Followed,
  place: ChangesPlace,
  published: readonly string[],
  base: string,
): Promise<AtomEntry[]> {
  const entries: AtomEntry[] = [];
  for (let i = published.length - 1; i > 0 && i >= published.length - MAX_PUBLICATIONS; i--) {
    const file = await openChanges(place, published, i);
    if (file === undefined) continue;
    try {
      const { before, after } = file.head;
      const changes = followed.key === undefined ? [] : await firstRows(file.rows(followed), place);
      const counts = Object.entries(shownCounts(file.head, place.shown));
      const entry =
        followed.key === undefined
          ? { title: summed(counts), lines: counts.map(([kind, rows]) => `${kind}: ${rows}`) }
          : { title: named(changes), lines: changes.slice(0, MAX_CHANGES).map(changeText) };
      if (entry.lines.length === 0) continue;
      if (changes.length > MAX_CHANGES) entry.lines.push("and more");
      const query = new URLSearchParams({ since: before });
      if (followed.key !== undefined) {
        query.set("kind", followed.kind!);
        query.set("key", followed.key);
      }
      const links = [
        { rel: "alternate", type: "text/html", href: `${base}/at/${after}${followed.page}` },
        { rel: "related", type: "application/json", href: `${base}/at/${after}/v1/changes.json?${query}` },
      ];
      const updatedMs = (await publishedAtMs(place.dataDir, i)) ?? 0;
      const name = `${followed.path} ${i} ${after}`;
      entries.push({ name, title: entry.title, updatedMs, links, content: entry.lines.join("\n") });
    } finally {
      await file.close();
    }
  }
  return entries;
}

type Rows = AsyncIterable<{ readonly row: ChangedRow }>;

async function firstRows(rows: Rows, { shown }: ChangesPlace): Promise<ChangedRow[]> {
  const found: ChangedRow[] = [];
  for await (const { row } of rows) {
    if (shown.isShown(row.table, row.field)) found.push(row);
    if (found.length > MAX_CHANGES) break;
  }
  return found;
}

function summed(counts: readonly (readonly [string, number])[]): string {
  const sum = counts.reduce((total, [, rows]) => total + rows, 0);
  return `${sum.toLocaleString("en-AU")} ${sum === 1 ? "change" : "changes"}`;
}

function named(changes: readonly ChangedRow[]): string {
  const fields = [...new Set(changes.map(({ field, change }) => (field === "" ? change : field)))];
  return fields.length <= 3 ? fields.join(", ") : `${fields.slice(0, 3).join(", ")} and more`;
}

/** Longest value in an entry; names and headlines fit, and feeds stay small. */
const MAX_VALUE_LENGTH = 200;

function changeText({ field, change, ...values }: ChangedRow): string {
  if (field === "") return change;
  const [before, after] = [values.before, values.after].map((one) =>
    typeof one === "string" && one.length > MAX_VALUE_LENGTH ? `${one.slice(0, MAX_VALUE_LENGTH)}…` : one,
  );
  return change === "changed"
    ? `${field}: ${before}, now ${after}`
    : `${field}: ${before ?? after} ${change}`;
}

interface AtomHead {
  /** A stable name, from which the id is made. */
  readonly name: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly updatedMs: number;
  readonly links: readonly Readonly<Record<"rel" | "href" | "type", string>>[];
}

type AtomEntry = AtomHead & { readonly content: string };

/** An Atom document (RFC 4287). Deterministic. */
function atomText(feed: AtomHead, subtitle: string, entries: readonly AtomEntry[]): string {
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

function head({ name, title, updatedMs, links }: AtomHead): string {
  return [
    element("id", `urn:uuid:${uuidOf(name)}`),
    element("title", title),
    element("updated", new Date(updatedMs).toISOString()),
    ...links.map(
      ({ rel, href, type }) => `<link rel="${rel}" type="${escaped(type)}" href="${escaped(href)}"/>`,
    ),
  ].join("\n");
}
