import type { Export } from "../export.ts";

const LIMIT = { doc: "Most rows.", example: "100" };

/** The files of news articles. Those that their licence keeps back are in no snapshot. */
export const EXPORTS: readonly Export[] = [
  {
    path: "news/:stock",
    title: "News of a stock",
    doc: "The rows of GetStockNews, all of them, newest first: a row a story, with the other outlets that carried it.",
    tables: ["news_articles"],
    key: { doc: "Code of the stock.", example: "BHP" },
    parameters: {
      source: { doc: "Outlet; all of them unless given.", example: "asx" },
      sentiment: { doc: "positive, negative or neutral; all unless given.", example: "negative" },
      limit: LIMIT,
    },
    load: async () => (await import("./export-articles.ts")).stockNewsFile,
  },
  {
    path: "news",
    title: "News articles",
    doc: "Every article of every stock, newest first. Articles that tell one story are rows of their own.",
    tables: ["news_articles"],
    parameters: { limit: LIMIT },
    load: async () => (await import("./export-articles.ts")).newsFile,
  },
];
