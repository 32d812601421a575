import { SearchService } from "../../gen/shorts/v1alpha1/market_pb.ts";
import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { reads, type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
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
