import type { GetCouncilProfileRequest } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { requireState, requireText } from "../../rpc/request-rules.ts";

/** The key of a council's page. A slug that could be none simply finds no page. */
export function councilKey(request: GetCouncilProfileRequest): string {
  const stateCode = requireState(request.stateCode);
  return councilPageKey(stateCode, requireText(request.slug, "slug", "lower"));
}

export function councilPageKey(stateCode: string, slug: string): string {
  return `${stateCode} ${slug}`;
}
