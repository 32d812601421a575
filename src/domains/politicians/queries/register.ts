import { fromBinary } from "@bufbuild/protobuf";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import {
  GetParliamentOverviewResponseSchema,
  ShortInterestOverlapSchema,
} from "../../../gen/shorts/v1alpha1/politicians_pb.ts";
import { dayOfTimestamp } from "../../../rpc/encoding/timestamps.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";

const SET = "register_overview";

/** When the register was last refreshed, for a message; nothing where none is held. */
export function asAtFields(view: SnapshotView): { asAt?: Timestamp } {
  return view.derived("register-as-at", () => {
    const page = view.pages.find(SET, "overview");
    const asAt = page && fromBinary(GetParliamentOverviewResponseSchema, page.binary(0)).asAt;
    return asAt === undefined ? {} : { asAt };
  });
}

/** The day of the last refresh; the snapshot holds a register. */
export function asOfDayOf(view: SnapshotView): number {
  return dayOfTimestamp(asAtFields(view).asAt!);
}

/** Places of the first companies with at least a percentage of short interest; they are in that order. */
export function overlapPlaces(
  view: SnapshotView,
  page: Page | undefined,
  least: number,
  limit: number,
): number[] {
  const percents = view.derived("overlap-percents", () =>
    Array.from(
      { length: page?.count ?? 0 },
      (_, i) => fromBinary(ShortInterestOverlapSchema, page!.binary(i)).shortPercent,
    ),
  );
  const places: number[] = [];
  for (let i = 0; i < percents.length && places.length < limit && percents[i] >= least; i++) places.push(i);
  return places;
}

/** Name and state of a suburb; not_found for a code that is none. */
export function suburbOf(view: SnapshotView, salCode: string) {
  const { index } = view.columns.scopes.get(NATIONAL_SCOPE)!;
  const places = view.derived(
    "suburb-places-by-code",
    () => new Map(index.salCodes.map((code, i) => [code, i])),
  );
  const place = places.get(salCode);
  if (place === undefined) throw new TerraceError("not_found", `sal_code: no suburb ${quoted(salCode)}`);
  return { salCode, suburbName: index.salNames[place], stateCode: index.stateCodes[place] };
}
