import { create } from "@bufbuild/protobuf";
import type { Engine } from "../../engine/engine.ts";
import { PoliticiansService } from "../../gen/shorts/v1alpha1/politicians_pb.ts";
import { joinedAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { switchedMethods } from "../../rpc/switched-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import type { MethodOptions } from "../domain.ts";
import { ATTRIBUTION_NOTE, COVERAGE_NOTE } from "./notes.ts";
import {
  fundingAsAt,
  fundingNotes,
  overviewAnswer,
  partyFunding,
  topDonorsAnswer,
} from "./queries/donations.ts";
import { canonicalSlug } from "./queries/members.ts";
import { registerMethods } from "./register-service.ts";
import { donorsPage, memberQuery, overviewQuery, partyFundingQuery } from "./rules.ts";
import { setMethods } from "./sets/service.ts";

/**
 * The twenty methods of PoliticiansService, sixteen on the register and four on the returns, and the two of ExplorerService
 * over any set of either; each data set with its switch.
 */
export function politicianMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = PoliticiansService;
  const fundingMethod = switchedMethods(engine, () => options.switches().partyFunding !== false);
  return [
    ...registerMethods(engine, options),
    fundingMethod(method.getDonationsOverview, overviewQuery, overviewAnswer),
    fundingMethod(method.listTopDonors, donorsPage, topDonorsAnswer),
    fundingMethod(method.listPartyFunding, partyFundingQuery, partyFunding),
    fundingMethod(method.getPoliticianFunding, memberQuery, (view, asked, response) => {
      const slug = canonicalSlug(view, asked.slug);
      const page = view.pages.find("politician_funding", slug);
      const rest = create(response, {
        ...fundingNotes(view),
        coverageNote: COVERAGE_NOTE,
        attributionNote: ATTRIBUTION_NOTE,
        ...fundingAsAt(view),
        ...(page === undefined ? { canonicalSlug: slug } : {}),
      });
      return joinedAnswer(response, page === undefined ? [] : [page.binary(0)], rest);
    }),
    ...setMethods(engine, options),
  ];
}
