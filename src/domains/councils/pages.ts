import { create, isFieldSet, type MessageShape } from "@bufbuild/protobuf";
import {
  CouncilProfileSchema,
  CouncilSummarySchema,
  GetCouncilProfileResponseSchema,
  LgaInfoSchema,
  ListCouncilsResponseSchema,
  type SuburbProvenance,
  SuburbProvenanceSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import type { SnapshotSource } from "../../snapshot/manifest/manifest.ts";
import { absentNumbers } from "../../snapshot/pages/absent-numbers.ts";
import type { PageElement } from "../../snapshot/pages/page-format.ts";
import { encodeElement, type PageSet, pageSet } from "../../snapshot/pages/page-set.ts";
import { type Row, rowMessages } from "../../snapshot/pages/row-message.ts";
import { cellOrigin } from "../cell-origin.ts";
import { sourceFields } from "../source-fields.ts";
import { COUNCIL_PROFILES_SQL, COUNCIL_SUMMARIES_SQL } from "./profile-sql.ts";
import { councilPageKey } from "./rules.ts";

type Summary = MessageShape<typeof CouncilSummarySchema>;

const summaryOf = rowMessages(CouncilSummarySchema);
const profileOf = rowMessages(CouncilProfileSchema);
const stampsOf = rowMessages(ListCouncilsResponseSchema, { without: ["councils", "lga_vintage"] });

/** If editions differ between councils, the list has the newest. */
const NEWEST_EDITION = "SELECT max(boundary_edition) AS lga_vintage FROM serve.councils";
const COUNCIL_ORIGINS = `
SELECT row_key AS lga_code, source, CAST(vintage AS VARCHAR) AS vintage, file, sha256, columns, file_row
FROM main.origins JOIN main.origin_rows USING (origin_id)
WHERE table_name = 'lga' ORDER BY row_key, source, file, columns`;
const DROP_STAMP = `
SELECT as_of AS price_drops_as_of, data_through AS price_drops_data_through
FROM serve.refresh_stamps
WHERE name = 'suburb_price_drops'`;

/** Councils by state. Element 0 is complete; element 1, if it differs, has no listing data. */
const LISTS = pageSet({
  name: "council_lists",
  queries: { dropStamp: DROP_STAMP, edition: NEWEST_EDITION, councilSummaries: COUNCIL_SUMMARIES_SQL },
  documents: async function* (results) {
    const [stamp] = await results.rows<Row>("dropStamp");
    const stamps = stampFields(stamp);
    const [edition] = await results.rows<Row>("edition");
    const lgaVintage = String(edition?.lga_vintage ?? "");
    const rows = await results.rows<Row>("councilSummaries");
    for (const [key, own] of Map.groupBy(rows, (row) => row.state_code as string)) {
      const councils = own.map(summaryOf);
      const hasDrops = councils.some(({ priceDropShare }) => priceDropShare !== undefined);
      const whole = { councils, lgaVintage, ...(hasDrops ? stamps : {}) };
      const bare = { councils: councils.map(withoutDrops), lgaVintage };
      yield {
        key,
        elements: (hasDrops ? [whole, bare] : [whole]).map((answer) =>
          encodeElement(ListCouncilsResponseSchema, answer),
        ),
      };
    }
  },
});

/** Profiles by state and slug. Element 0 is complete; element 1, if it differs, has no listing data. */
const PROFILES = pageSet({
  name: "council_profiles",
  facts: ["@sources"],
  queries: { councilProfiles: COUNCIL_PROFILES_SQL, councilOrigins: COUNCIL_ORIGINS },
  documents: async function* (results, { sources }) {
    const origins = Map.groupBy(await results.rows<Row>("councilOrigins"), ({ lga_code }) =>
      String(lga_code),
    );
    for await (const rows of results.stretches<Row>("councilProfiles")) {
      for (const row of rows) {
        const profile = profileOf(row);
        const { summary, ...others } = profile;
        const provenance = councilProvenance(profile, origins, sources);
        const absent = absentNumbers(CouncilProfileSchema, row, "profile.");
        const elements = [encodeProfile(profile, provenance, absent)];
        if (profile.priceDrops !== undefined) {
          const bare = { ...others, summary: withoutDrops(summary!) };
          delete bare.priceDrops;
          const bareAbsent = absent.filter((path) => !path.startsWith("profile.price_drops."));
          elements.push(encodeProfile(create(CouncilProfileSchema, bare), provenance, bareAbsent));
        }
        yield { key: councilPageKey(summary!.stateCode, summary!.slug), elements };
      }
    }
  },
});

export const COUNCIL_PAGES: readonly PageSet[] = [LISTS, PROFILES];

function stampFields(stamp: Row | undefined) {
  if (stamp === undefined) return {};
  const { priceDropsAsOf, priceDropsDataThrough } = stampsOf(stamp);
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

type Profile = MessageShape<typeof CouncilProfileSchema>;

/** Origins of the facts of a council; undefined if the dataset has none. */
function councilProvenance(
  { council }: Profile,
  origins: ReadonlyMap<string, readonly Row[]>,
  sources: readonly SnapshotSource[],
): SuburbProvenance | undefined {
  const present = LgaInfoSchema.fields
    .filter((field) => council !== undefined && isFieldSet(council, field))
    .map(({ name }) => ({ key: name, column: name }));
  const cells = (origins.get(council?.lgaCode ?? "") ?? []).flatMap((row) => cellOrigin(row, present) ?? []);
  if (cells.length === 0) return undefined;
  const ids = new Set(cells.map(({ sourceId }) => sourceId));
  return create(SuburbProvenanceSchema, {
    cells: cells.map((one) => ({ ...one, figures: [...one.figures], columns: [...one.columns] })),
    sources: sourceFields(sources.filter(({ id }) => ids.has(id))),
  });
}

function encodeProfile(
  profile: Profile,
  provenance: SuburbProvenance | undefined,
  absentFields: string[],
): PageElement {
  const answer = { profile, ...(provenance && { provenance }), absentFields };
  return encodeElement(GetCouncilProfileResponseSchema, answer);
}
