import { fromBinary } from "@bufbuild/protobuf";
import { STATE_CODES } from "../dataset/states.ts";
import type { SnapshotView } from "../engine/view.ts";
import { ListCouncilsResponseSchema } from "../gen/shorts/v1alpha1/housing_pb.ts";
import { economyOf } from "./economy/queries/economy.ts";
import { perSnapshot } from "./per-snapshot.ts";
import { directoryOf } from "./politicians/queries/members.ts";
import { knownCodes } from "./stocks/queries/known-codes.ts";

/** Names by key. */
type Names = ReadonlyMap<string, string>;

/** A kind of entity that can be followed for changes. */
export interface Followed {
  /** Snapshot table whose hiding by a switch hides the whole kind. */
  readonly table: string;
  /** Page path of one entity, or of the list if single entities have no page. */
  page(key: string): string;
  names(view: SnapshotView): Names | Promise<Names>;
}

const cachedNames = (name: string, derive: (view: SnapshotView) => Names) =>
  perSnapshot(`names of ${name}`, derive);

/** By the kind that changes use. */
export const FOLLOWED: Readonly<Record<"suburb" | "council" | "series" | "stock" | "member", Followed>> = {
  suburb: {
    table: "suburbs",
    page: (key) => `/suburb/${key}`,
    names: cachedNames("suburbs", ({ columns }) => {
      const index = columns.scopes.get("AU")?.index;
      return new Map(
        index?.salCodes.map((code, i) => [code, `${index.salNames[i]}, ${index.stateCodes[i]}`]) ?? [],
      );
    }),
  },
  council: {
    table: "council_summaries",
    page: () => "/",
    names: cachedNames("councils", ({ pages }) => {
      const lists = STATE_CODES.flatMap((state) => pages.find("council_lists", state) ?? []);
      const councils = lists.flatMap(
        (page) => fromBinary(ListCouncilsResponseSchema, page.binary(page.count - 1)).councils,
      );
      return new Map(councils.map(({ lgaCode, displayName }) => [lgaCode, displayName]));
    }),
  },
  series: {
    table: "economic_series",
    page: (key) => `/series?s=${key}`,
    names: async (view) => {
      const { series } = await economyOf(view).store();
      return view.derived(
        "names of series",
        () => new Map(series.map((one) => [one.seriesKey, `${one.metric} of ${one.regionName}`])),
      );
    },
  },
  stock: {
    table: "report_stocks",
    page: (key) => `/stocks/${key}`,
    names: cachedNames("stocks", (view) => new Map(knownCodes(view).map((code) => [code, code]))),
  },
  member: {
    table: "register_people",
    page: (key) => `/members/${key}`,
    names: cachedNames("members", (view) => new Map(directoryOf(view).map(({ slug, name }) => [slug, name]))),
  },
};
