import { GetSuburbProfileResponseSchema } from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { encodeElement, pageSet } from "../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { suburbProfileMessage } from "../profile-message.ts";
import { profileProvenance, SourceIds } from "../provenance.ts";
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
    metrics: "SELECT sal_code AS page_key, * EXCLUDE (sal_code) FROM serve.suburb_metrics ORDER BY sal_code",
    suburbProfiles: SUBURB_PROFILES,
  },
  documents: async function* (results, { sources }) {
    const summaries = await readSummaries(results);
    const parts = { summaries, references: await readReferences(results) };
    const listed = new Map<string, ListingStatsRow>();
    for await (const rows of results.stretches<ListingStatsRow>("listingStats")) {
      for (const row of rows) listed.set(row.sal_code, row);
    }
    const metrics = rowGroups(results.stretches<Row>("metrics"));
    const sourceIds = new SourceIds(sources);
    const answer = GetSuburbProfileResponseSchema;
    for await (const rows of results.stretches<ProfileRow>("suburbProfiles")) {
      for (const row of rows) {
        const [known] = await metrics.take(row.sal_code);
        const origins = {
          sourceIds,
          hasMetric: (key: string) => known?.[key] !== null && known?.[key] !== undefined,
        };
        const encode = (stats: ListingStatsRow | undefined) => {
          const profile = assembleProfile(parts, row, stats);
          return encodeElement(
            answer,
            suburbProfileMessage(
              profile,
              summaries.message(profile.summary),
              profileProvenance(origins, profile),
            ),
          );
        };
        const stats = listed.get(row.sal_code);
        yield {
          key: row.sal_code,
          elements: stats === undefined ? [encode(undefined)] : [encode(stats), encode(undefined)],
        };
      }
    }
  },
});
