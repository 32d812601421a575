import { CHANGE_KINDS } from "../../../../snapshot/compare/changes-file.ts";
import {
  AGENT,
  answer,
  date,
  endpoint,
  FAILURES,
  FEED_HEADERS,
  inPath,
  inQuery,
  list,
  object,
  oneOf,
  problem,
  TEXT,
  tagged,
  text,
  truth,
} from "./openapi-parts.ts";

const snapshotsSchema = object({
  snapshots: list(
    "The current one first, then the others by when they were published last.",
    object({
      snapshot_id: text("Its address is /at/ and this id, before any other path."),
      as_of: date("Day that its figures are for."),
      tags: { type: "array", items: text("Name that stands for the id in an address.") },
      is_current: truth("True for the one that paths without an address ask."),
    }),
  ),
});

/** A feed of changes. */
const changeFeed = (operationId: string, summary: string, parameters: readonly object[]) =>
  endpoint(operationId, summary, {
    description:
      "Under /at/ it ends with that snapshot. What a switch or a licence withholds is not in it. A matching If-None-Match or If-Modified-Since is answered with 304 and is not counted. HEAD works too.",
    parameters: [...parameters, ...FEED_HEADERS],
    responses: {
      ...{ ...tagged("The feed.", TEXT, "application/atom+xml"), ...FAILURES },
      "404": problem("Nothing has that kind and key; the message names the nearest."),
    },
  });

/** What tells snapshots apart: which there are, and what each changed. */
export const CHANGE_PATHS = {
  "/v1/snapshots": endpoint(
    "snapshots",
    "The snapshots that can be asked by their address, /at/ and an id, a tag or a day.",
    {
      description: "A day stands for the newest snapshot as of it. HEAD works too.",
      responses: { "200": answer("The snapshots.", snapshotsSchema), ...AGENT, ...FAILURES },
    },
  ),
  "/v1/changes.{extension}": endpoint(
    "changes",
    "What publications changed: rows of suburbs, councils, series, prices, stocks, members, listings and sources with old and new figure.",
    {
      description:
        "At most 1,000 an answer; next_cursor, and the header X-Terrace-Next-Cursor, lead on. Under /at/ they end with that snapshot. is_whole is false where more changed than is written down or may be shown. HEAD works too.",
      parameters: [
        inPath("extension", oneOf(["json", "ndjson", "csv"])),
        inQuery("since", "Id, tag or day of a snapshot; the one before the current unless given."),
        inQuery("kind", `One of ${CHANGE_KINDS.join(", ")}.`),
        inQuery(
          "key",
          "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member, address_key of a listing, region, measure and dwelling type of a price, id of a source.",
        ),
        inQuery("limit", "Most rows, up to 1,000."),
        inQuery("cursor", "Where to go on, from the answer before."),
      ],
      responses: {
        ...{ ...AGENT, ...FAILURES },
        "200": answer("The changes, oldest publication first.", { type: "object" }),
        "400": problem("A parameter is not understood."),
        "404": problem("There is no such snapshot."),
      },
    },
  ),
  "/feeds/changes.atom": changeFeed("changesFeed", "What the newest 30 publications changed, as Atom.", []),
  "/feeds/{kind}/{key}.atom": changeFeed(
    "changeFeed",
    "What the newest 30 publications changed of one thing, as Atom: an entry each, with old and new figures.",
    [
      inPath("kind", oneOf(["suburb", "council", "series", "stock", "member"])),
      inPath(
        "key",
        TEXT,
        "Code of a suburb, council (lga_code) or stock, key of a series, slug of a member.",
      ),
    ],
  ),
};
