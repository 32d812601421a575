import type { Metric } from "../../../../dataset/metric.ts";
import { GetSuburbProfileResponseSchema } from "../../../../gen/shorts/v1alpha1/housing_pb.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { pageSet } from "../../../../snapshot/pages/page-set.ts";
import { rowGroups } from "../../../../snapshot/pages/row-groups.ts";
import type { Row } from "../../../../snapshot/pages/row-message.ts";
import {
  FIGURE_QUERIES,
  givenMetricsReader,
  metricCells,
  withheldFigures,
  withheldKey,
} from "./figure-origins.ts";
import { originsFields, type ProfileFields, profileFields } from "./profile-message.ts";
import { PROFILE_QUERIES, type ProfileRow, profileReader } from "./profile-rows.ts";
import {
  type ProfileProvenance,
  profileProvenance,
  provenanceKey,
  provenanceWithoutListings,
  SourceIds,
} from "./provenance.ts";

/** Profiles. Element 0 is complete; element 1, if it differs, has no listings (operators can hide them). */
export const PROFILE_PAGES = pageSet({
  name: "suburb_profiles",
  facts: ["@sources"],
  queries: { ...PROFILE_QUERIES, ...FIGURE_QUERIES },
  documents: async function* (results, { sources }) {
    const profileOf = await profileReader(results);
    const givenRows = rowGroups(results.stretches<Row>("givenMetrics"));
    const givenMetrics = givenMetricsReader();
    const figureOrigins = rowGroups(results.stretches<Row>("figureOrigins"));
    const knownFigures = rowGroups(results.stretches<Row>("knownFigures"));
    const sourceIds = new SourceIds(sources);
    const elements = new ProfileElements();
    for await (const rows of results.stretches<ProfileRow>("suburbProfiles")) {
      for (const row of rows) {
        const profile = profileOf(row);
        const { isListed } = profile;
        const metrics = givenMetrics((await givenRows.take(row.sal_code))[0]);
        const cells = metricCells(await figureOrigins.take(row.sal_code), metrics.given);
        const known = await knownFigures.take(row.sal_code);
        const { population } = row.demographics;
        const find = () => {
          const isSourced = (metric: Metric) => sourceIds.ofMetric(metric).length > 0;
          const withheld = withheldFigures(known, population, metrics.absent, isSourced);
          const whole = profileProvenance({ sourceIds, given: metrics.given, cells, withheld }, profile);
          return isListed ? [whole, provenanceWithoutListings(whole)] : [whole];
        };
        // With cells the origins are unique to the suburb, so they are not cached.
        const cacheKey =
          cells.length > 0
            ? undefined
            : `${isListed} ${metrics.text} ${withheldKey(known, population)} ${provenanceKey(profile)}`;
        const origins = elements.origins(cacheKey, find);
        yield { key: row.sal_code, elements: elements.of(profileFields(profile), origins) };
      }
    }
  },
});

const ANSWER = GetSuburbProfileResponseSchema;
const ABSENT = "absent_fields";
const encodeAbsent = rowEncoder(ANSWER, {
  without: ANSWER.fields.map(({ name }) => name).filter((name) => name !== ABSENT),
});

/** Entries of each cache of encoded fields; thousands of suburbs share theirs. */
const CACHED_FIELDS = 1000;

/** Builds page elements. Cached fields are shared: stored once for all pages that end with them. */
class ProfileElements {
  readonly #origins = new Map<string, readonly Uint8Array[]>();
  readonly #absent = new Map<string, Uint8Array>();
  readonly #shared = new Set<Uint8Array>();

  /** Encoded provenance, whole and (for suburbs in the crawl) without listings; cached if `key` is given. */
  origins(key: string | undefined, find: () => readonly ProfileProvenance[]): readonly Uint8Array[] {
    const make = () => originsFields(find());
    if (key === undefined) return make();
    return cached(this.#origins, key, make, (fields) => {
      for (const field of fields) this.#shared.add(field);
    });
  }

  /** The whole answer and, if provenance differs, that without listings; common fields are encoded once. */
  of(
    { first, listings, middle, absentFields }: ProfileFields,
    [provenance, bare]: readonly Uint8Array[],
  ): PageElement[] {
    const whole = this.#element([...first, ...listings, ...middle], provenance, absentFields);
    if (bare === undefined) return [whole];
    const others = absentFields.filter((path) => !path.startsWith("listing_stats."));
    return [whole, this.#element([...first, ...middle], bare, others)];
  }

  #element(own: readonly Uint8Array[], provenance: Uint8Array, absentFields: readonly string[]): PageElement {
    const absent = cached(
      this.#absent,
      absentFields.join(),
      () => encodeAbsent({ absentFields }).slice(),
      (field) => this.#shared.add(field),
    );
    const last = [provenance, absent];
    const ownEnd = last.findLastIndex((field) => !this.#shared.has(field)) + 1;
    return { binary: Buffer.concat([...own, ...last.slice(0, ownEnd)]), shared: last.slice(ownEnd) };
  }
}

/** Returns the cached value or makes it; caches it while there is room. */
function cached<Value>(
  cache: Map<string, Value>,
  key: string,
  make: () => Value,
  onCached: (made: Value) => void,
): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (cache.size < CACHED_FIELDS) {
    cache.set(key, made);
    onCached(made);
  }
  return made;
}
