import { SearchService } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Domain, reads, type Sample, sample } from "../domain.ts";

const SAMPLES: readonly Sample[] = [
  sample(SearchService.method.searchStocks, reads(["short_positions"], ["companies"]), {
    query: "zb",
    limit: 5,
    includeDetails: true,
  }),
  sample(
    ExplorerService.method.search,
    reads(["suburb_demographics"], ["companies", "economic_series", "politicians", "news_articles"]),
    { query: "park", limit: 5 },
  ),
];

/** Finding by words: securities in SearchService, all that a domain declares as searchable in ExplorerService. */
export const search: Domain = {
  name: "search",
  samples: SAMPLES,
  // The table of words is made of what all domains declare, so the list of domains adds it.
  aggregates: async () => [],
  pages: async () => [(await import("./pages/index.ts")).WORD_INDEX_PAGES],
  methods: async () => {
    const { searchMethods } = await import("./service.ts");
    const { wordMethods } = await import("./word-service.ts");
    return (engine, options) => [...searchMethods(engine, options), ...wordMethods(engine, options)];
  },
};
