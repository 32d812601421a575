import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import { EDITORIAL_TAKE_TABLE } from "./editorial-takes.ts";
import { NEWS_ARTICLE_TABLE } from "./news-articles.ts";

export const NEWS_AGGREGATES: readonly Aggregate[] = [NEWS_ARTICLE_TABLE, EDITORIAL_TAKE_TABLE];
