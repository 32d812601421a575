import { create, type MessageShape } from "@bufbuild/protobuf";
import {
  CouncilProfileSchema,
  CouncilSummarySchema,
  GetCouncilProfileResponseSchema,
  ListCouncilsResponseSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import type { PageElement } from "../../snapshot/pages/page-format.ts";
import { encodeElement, type PageSet, pageSet } from "../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../snapshot/pages/row-message.ts";
import { COUNCIL_PROFILES_SQL, COUNCIL_SUMMARIES_SQL } from "./profile-sql.ts";
import { councilPageKey } from "./rules.ts";

type Summary = MessageShape<typeof CouncilSummarySchema>;

/** Of councils whose editions differ, the newest counts for the list. */
const NEWEST_EDITION = "SELECT max(boundary_edition) AS lga_vintage FROM serve.councils";
const DROP_STAMP = "SELECT as_of, data_through FROM serve.refresh_stamps WHERE name = 'suburb_price_drops'";

/** The councils of each state. The second element, where it differs, tells nothing of listings. */
const LISTS = pageSet({
  name: "council_lists",
  queries: { dropStamp: DROP_STAMP, edition: NEWEST_EDITION, councilSummaries: COUNCIL_SUMMARIES_SQL },
  documents: async function* (results) {
    const [stamp] = await results.rows<Row>("dropStamp");
    const stamps = stampFields(stamp);
    const [edition] = await results.rows<Row>("edition");
    const lgaVintage = String(edition?.lga_vintage ?? "");
    const rows = await results.rows<Row>("councilSummaries");
    if (rows.length === 0) return;
    const messages = rowMessages(CouncilSummarySchema, Object.keys(rows[0]));
    for (const [key, own] of Map.groupBy(rows, (row) => row.state_code as string)) {
      const councils = own.map(messages);
      const hasDrops = councils.some(({ priceDropShare }) => priceDropShare !== undefined);
      const whole = { councils, lgaVintage, ...(hasDrops ? stamps : {}) };
      const bare = { councils: councils.map(withoutDrops), lgaVintage };
      yield {
        key,
        elements: (hasDrops ? [whole, bare] : [whole]).map((answer) =>
          encodeElement(ListCouncilsResponseSchema, create(ListCouncilsResponseSchema, answer)),
        ),
      };
    }
  },
});

/** The profile of each council by state and slug, with and without what rests on listings. */
const PROFILES = pageSet({
  name: "council_profiles",
  queries: { councilProfiles: COUNCIL_PROFILES_SQL },
  documents: async function* (results) {
    for await (const rows of results.stretches<Row>("councilProfiles")) {
      const messages = rowMessages(CouncilProfileSchema, Object.keys(rows[0]));
      for (const row of rows) {
        const profile = messages(row);
        const { summary, ...others } = profile;
        const elements = [encodeProfile(profile)];
        if (profile.priceDrops !== undefined) {
          const bare = { ...others, summary: withoutDrops(summary!) };
          delete bare.priceDrops;
          elements.push(encodeProfile(create(CouncilProfileSchema, bare)));
        }
        yield { key: councilPageKey(summary!.stateCode, summary!.slug), elements };
      }
    }
  },
});

export const COUNCIL_PAGES: readonly PageSet[] = [LISTS, PROFILES];

function stampFields(stamp: Row | undefined) {
  if (stamp === undefined) return {};
  const { as_of: price_drops_as_of, data_through: price_drops_data_through } = stamp;
  const columns = ["price_drops_as_of", "price_drops_data_through"];
  const { priceDropsAsOf, priceDropsDataThrough } = rowMessages(ListCouncilsResponseSchema, columns, {
    without: ["councils", "lga_vintage"],
  })({ price_drops_as_of, price_drops_data_through });
  return {
    ...(priceDropsAsOf && { priceDropsAsOf }),
    ...(priceDropsDataThrough && { priceDropsDataThrough }),
  };
}

function withoutDrops(summary: Summary): Summary {
  const bare = { ...summary };
  delete bare.priceDropShare;
  return create(CouncilSummarySchema, bare);
}

function encodeProfile(profile: MessageShape<typeof CouncilProfileSchema>): PageElement {
  const answer = create(GetCouncilProfileResponseSchema, { profile });
  return encodeElement(GetCouncilProfileResponseSchema, answer);
}
