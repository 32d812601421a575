import type { TableDefinition } from "../../dataset/table-definition.ts";
import { EDITORIAL_TAKES, NEWS_ARTICLES } from "../../dataset/tables/published/news.ts";

/** The dataset tables of this domain; its reports read the short positions of the market besides. */
export const TABLES: readonly TableDefinition[] = [NEWS_ARTICLES, EDITORIAL_TAKES];
