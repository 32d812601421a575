import { setImmediate as nextTurn } from "node:timers/promises";
import { fromBinary } from "@bufbuild/protobuf";
import type { Page } from "../../engine/pages/page.ts";
import type { ElementRun } from "../../engine/pages/page-list.ts";
import {
  GetSuburbProfileResponseSchema,
  ListStateSuburbsResponseSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { CachedAnswer } from "../../rpc/cached-answer.ts";
import { encodeForm } from "../../rpc/encoding/encoded-message.ts";
import type { CallContext, EncodedAnswer } from "../../rpc/unary-method.ts";
import { throwIfAborted } from "../../runtime/abort.ts";

// Pages contain data from the register of interests and the names of all metrics. While a switch is off,
// answers are decoded, stripped of what it hides and encoded again, which works for snapshots of any age.

/** Suburbs decoded per turn of the event loop. Counted over runs, which can be as short as one suburb. */
const SUBURBS_PER_TURN = 256;

/** ListStateSuburbs without register counts; yields to the event loop, so that other calls need not wait. */
export async function listWithoutRegister(
  runs: readonly ElementRun[],
  { form = "binary", signal }: Pick<CallContext, "form" | "signal">,
): Promise<EncodedAnswer> {
  const schema = ListStateSuburbsResponseSchema;
  const pieces: Uint8Array[] = [];
  let suburbs = 0;
  for (const { page, first, end } of runs) {
    const piece = fromBinary(schema, page.binaryRun(first, end));
    for (const suburb of piece.suburbs) suburb.politicianPropertyCount = 0;
    pieces.push(encodeForm(schema, piece, form));
    suburbs += end - first;
    if (suburbs < SUBURBS_PER_TURN) continue;
    suburbs = 0;
    await nextTurn();
    throwIfAborted(signal);
  }
  const bytes = form === "json" ? joinedLists(pieces) : Buffer.concat(pieces);
  return new CachedAnswer(schema, { form, bytes });
}

/** Concatenates JSON objects whose only member is the same list. */
function joinedLists(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 0) return Buffer.from("{}");
  const opening = pieces[0].indexOf("[".charCodeAt(0)) + 1;
  const elements = pieces.map((piece) => Buffer.from(piece.subarray(opening, -"]}".length)).toString());
  return Buffer.from(`${Buffer.from(pieces[0].subarray(0, opening))}${elements.join(",")}]}`);
}

/** GetSuburbProfile without these metrics and sources that only they cite; without register, no count. */
export function profileWithout(
  page: Page,
  place: number,
  metricKeys: readonly string[],
  isRegisterShown: boolean,
) {
  const profile = fromBinary(GetSuburbProfileResponseSchema, page.binary(place));
  const { summary, provenance } = profile;
  if (!isRegisterShown) {
    if (summary !== undefined) summary.politicianPropertyCount = 0;
    const count = "summary.politician_property_count";
    if (!profile.absentFields.includes(count)) profile.absentFields.push(count);
  }
  if (provenance === undefined) return profile;
  for (const origin of provenance.metrics) {
    origin.metricKeys = origin.metricKeys.filter((key) => !metricKeys.includes(key));
  }
  provenance.metrics = provenance.metrics.filter((origin) => origin.metricKeys.length > 0);
  const cited = new Set([
    ...[...provenance.blocks, ...provenance.metrics].flatMap(({ sourceIds }) => sourceIds),
    ...provenance.cells.map(({ sourceId }) => sourceId),
  ]);
  provenance.sources = provenance.sources.filter(({ id }) => cited.has(id));
  return profile;
}
