import { ExplorerService } from "../../gen/terrace/v1/explorer_pb.ts";
import { type Sample, sample } from "../domain.ts";

export const SAMPLES: readonly Sample[] = [
  sample(ExplorerService.method.search, { query: "park", limit: 5 }),
];
