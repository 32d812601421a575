import type { GetCouncilProfileRequest } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { requireState, requireText } from "../../rpc/request-rules.ts";

/** Page key of a council. The slug is not validated: an unknown one finds no page. */
export function councilKey(request: GetCouncilProfileRequest): string {
  const stateCode = requireState(request.stateCode);
  return councilPageKey(stateCode, requireText(request.slug, "slug", "lower"));
}

export function councilPageKey(stateCode: string, slug: string): string {
  return `${stateCode} ${slug}`;
}
