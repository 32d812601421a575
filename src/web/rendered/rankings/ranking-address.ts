import { joined } from "../../parts/format.ts";

export interface RankingAddress {
  /** Key of a metric of suburbs or of a measure of councils. */
  readonly metric: string;
  /** State code, or AU. */
  readonly stateCode: string;
  /** Slug of the council whose suburbs are ranked; "" for all suburbs. */
  readonly council: string;
  readonly isLowestFirst: boolean;
  /** From 1. */
  readonly page: number;
}

export const RANKINGS_PATH = "/rankings";
export const ROWS_A_PAGE = 100;
/** Fewer do not make a ranking. */
export const MIN_RANKED = 2;

const WHOLE = { council: "", isLowestFirst: false, page: 1 };

export function rankingPath(
  address: Partial<RankingAddress> & Pick<RankingAddress, "metric" | "stateCode">,
): string {
  const { metric, stateCode, council, isLowestFirst, page } = { ...WHOLE, ...address };
  const place = stateCode === "AU" ? "australia" : stateCode.toLowerCase();
  return joined(
    [RANKINGS_PATH, metric, place, council, isLowestFirst && "lowest", page > 1 && `page-${page}`],
    "/",
  );
}

/** Parses `/rankings/<metric>/<place>[/<council>][/lowest][/page-<n>]`; undefined for other paths. */
export function readRankingPath(path: string): RankingAddress | undefined {
  const match =
    /^\/rankings\/([\w-]{1,64})\/([a-z]{2,9})(?:\/(?!lowest(?:\/|$)|page-)([a-z0-9-]{1,100}))?(\/lowest)?(?:\/page-([1-9]\d{0,4}))?$/i.exec(
      path,
    );
  if (match === null) return undefined;
  const [, metric, place, council = "", lowest, page = "1"] = match;
  return {
    metric: metric.toLowerCase().replaceAll("-", "_"),
    stateCode: place.toLowerCase() === "australia" ? "AU" : place.toUpperCase(),
    council: council.toLowerCase(),
    isLowestFirst: lowest !== undefined,
    page: Number(page),
  };
}
