import type { Page } from "../../../engine/pages/page.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import type { TakeListQuery } from "../rules.ts";

/** Takes as pages whose second element is the take, and how many there are in all. */
export interface TakeList {
  readonly pages: readonly Page[];
  readonly totalCount: number;
}

export function takeList(view: SnapshotView, { stockCode, limit, offset }: TakeListQuery): TakeList {
  const list = view.pages.find("take_lists", stockCode);
  if (list === undefined) return { pages: [], totalCount: 0 };
  const slugs: string[] = JSON.parse(Buffer.from(list.binary(0)).toString());
  const pages = slugs.slice(offset, offset + limit).map((slug) => view.pages.find("editorial_takes", slug)!);
  return { pages, totalCount: slugs.length };
}
