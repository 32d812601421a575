import { create, type MessageShape } from "@bufbuild/protobuf";
import {
  ComparePoliticiansResponseSchema,
  type PoliticianSummarySchema,
} from "../../../../gen/shorts/v1alpha1/politicians_pb.ts";
import type { PageElement } from "../../../../snapshot/pages/page-format.ts";
import { encodeElement } from "../../../../snapshot/pages/page-set.ts";
import { holderCounts, type MemberFacts } from "./member-facts.ts";

/** One side of any comparison with the member, written as side a, and the companies that two sides are matched by. */
export function compareElements(
  { counts, coverage }: MemberFacts,
  summary: MessageShape<typeof PoliticianSummarySchema>,
): PageElement[] {
  const side = create(ComparePoliticiansResponseSchema, {
    a: summary,
    holderCountsA: holderCounts(counts.currentByHolder),
    extractedParliamentsA: [...coverage.extracted],
    partialParliamentsA: [...coverage.partial],
    pendingParliamentsA: [...coverage.pending],
  });
  return [
    encodeElement(ComparePoliticiansResponseSchema, side),
    { binary: Buffer.from(JSON.stringify(counts.companies)) },
  ];
}
