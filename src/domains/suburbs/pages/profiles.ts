import { create } from "@bufbuild/protobuf";
import {
  type GetSuburbProfileResponse,
  GetSuburbProfileResponseSchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { encodeMessage } from "../../../snapshot/pages/encode-message.ts";
import type { PageElement } from "../../../snapshot/pages/page-format.ts";
import { pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { provenanceMessage, suburbProfileMessage } from "../profile-message.ts";
import {
  type ProfileProvenance,
  profileProvenance,
  provenanceWithoutListings,
  SourceIds,
} from "../provenance.ts";
import {
  FIGURE_QUERIES,
  givenMetricsReader,
  metricCells,
  withheldFigures,
} from "../queries/profile/figure-origins.ts";
import { REFERENCES, readReferences } from "../queries/profile/profile-references.ts";
import {
  LISTING_STATS,
  type ListingStatsRow,
  type ProfileRow,
  SUBURB_PROFILES,
} from "../queries/profile/profile-statements.ts";
import { assembleProfile } from "../queries/profile/suburb-profile.ts";
import { readSummaries, SUMMARIES } from "./summaries.ts";

/**
 * The profile of every suburb, with and without what rests on listings: an operator may switch those off. The first
 * element is the whole answer; the second, where it differs, is the answer without listings.
 */
export const PROFILE_PAGES = pageSet({
  name: "suburb_profiles",
  facts: ["@sources"],
  queries: {
    ...SUMMARIES,
    ...REFERENCES,
    listingStats: LISTING_STATS,
    suburbProfiles: SUBURB_PROFILES,
    ...FIGURE_QUERIES,
  },
  documents: async function* (results, { sources }) {
    const summaries = await readSummaries(results);
    const parts = { summaries, references: await readReferences(results) };
    const listed = new Map<string, ListingStatsRow>();
    for await (const rows of results.stretches<ListingStatsRow>("listingStats")) {
      for (const row of rows) listed.set(row.sal_code, row);
    }
    const givenRows = rowGroups(results.stretches<Row>("givenMetrics"));
    const givenMetrics = givenMetricsReader();
    const figureOrigins = rowGroups(results.stretches<Row>("figureOrigins"));
    const knownFigures = rowGroups(results.stretches<Row>("knownFigures"));
    const sourceIds = new SourceIds(sources);
    const encoded = provenanceEncoder();
    for await (const rows of results.stretches<ProfileRow>("suburbProfiles")) {
      for (const row of rows) {
        const [ofSuburb] = await givenRows.take(row.sal_code);
        const { given, absent } = givenMetrics(ofSuburb);
        const origins = {
          sourceIds,
          given,
          cells: metricCells(await figureOrigins.take(row.sal_code), given),
          withheld: withheldFigures(
            await knownFigures.take(row.sal_code),
            row.demographics.population,
            absent,
            (metric) => sourceIds.ofMetric(metric).length > 0,
          ),
        };
        const profile = assembleProfile(parts, row, listed.get(row.sal_code));
        const provenance = profileProvenance(origins, profile);
        const message = suburbProfileMessage(profile, summaries.message(profile.summary));
        const bare = listed.has(row.sal_code) ? provenanceWithoutListings(provenance) : undefined;
        yield {
          key: row.sal_code,
          elements: elementsOf(message, encoded(provenance), bare && encoded(bare)),
        };
      }
    }
  },
});

const ANSWER = GetSuburbProfileResponseSchema;
const EMPTY = create(ANSWER);
const numberOf = (name: string) => ANSWER.fields.find((field) => field.name === name)!.number;
const LISTINGS = numberOf("listing_stats");
const PROVENANCE = numberOf("provenance");

/** Runs of fields that both answers share or not, in the order in which they are encoded: that of their numbers. */
const RUNS = [
  (field: number) => field < LISTINGS,
  (field: number) => field === LISTINGS,
  (field: number) => field > LISTINGS && field < PROVENANCE,
  (field: number) => field > PROVENANCE,
].map((isIn) => ANSWER.fields.filter(({ number }) => isIn(number)).map(({ localName }) => localName));

/** The whole answer and, where what it says without listings comes from elsewhere, that one; what they share is encoded once. */
function elementsOf(
  message: GetSuburbProfileResponse,
  provenance: Uint8Array,
  bare: Uint8Array | undefined,
): PageElement[] {
  const [first, listings, middle, last] = RUNS.map((names) => encodeRun(message, names));
  const whole = { binary: Buffer.concat([first, listings, middle, provenance, last]) };
  if (bare === undefined) return [whole];
  const absentFields = message.absentFields.filter((path) => !path.startsWith("listing_stats."));
  const others = encodeRun({ ...message, absentFields }, RUNS[3]);
  return [whole, { binary: Buffer.concat([first, middle, bare, others]) }];
}

/** Origins that are kept encoded: thousands of suburbs share theirs where nobody says which rows figures are from. */
const KEPT_ORIGINS = 1000;

/** Encodes the field of the origins. */
function provenanceEncoder(): (provenance: ProfileProvenance) => Uint8Array {
  const kept = new Map<string, Uint8Array>();
  const texts = new WeakMap<ProfileProvenance["metrics"], string>();
  return (provenance) => {
    const { sources, metrics, ...named } = provenance;
    let metricsText = texts.get(metrics);
    if (metricsText === undefined) {
      metricsText = JSON.stringify(metrics);
      texts.set(metrics, metricsText);
    }
    const key = metricsText + JSON.stringify([named, sources.map(({ id, licence }) => [id, licence])]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const field = create(ANSWER, { provenance: provenanceMessage(provenance) });
    // A copy: a small part of the encoder's memory would hold all of it.
    const bytes = encodeMessage(ANSWER, field).slice();
    if (kept.size < KEPT_ORIGINS) kept.set(key, bytes);
    return bytes;
  };
}

function encodeRun(message: GetSuburbProfileResponse, names: readonly string[]): Uint8Array {
  const part = { ...EMPTY } as unknown as Record<string, unknown>;
  for (const name of names) part[name] = message[name as keyof GetSuburbProfileResponse];
  return encodeMessage(ANSWER, part as unknown as GetSuburbProfileResponse);
}
