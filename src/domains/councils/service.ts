import type { Engine } from "../../engine/engine.ts";
import type { Page } from "../../engine/pages/page.ts";
import { HousingService } from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { documentAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { requireState } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import type { MethodOptions } from "../domain.ts";
import { councilKey } from "./rules.ts";

export function councilMethods(engine: Engine, options: MethodOptions): UnaryMethod[] {
  const { method } = HousingService;
  /** Index of the page element: 0, or the last one (without listing data) while listings are off. */
  const place = (page: Page | undefined) => (options.switches().dropListings ? 0 : (page?.count ?? 1) - 1);
  return [
    pinnedMethod(engine, method.listCouncils, (view, request) => {
      const page = view.pages.find("council_lists", requireState(request.stateCode));
      return documentAnswer(method.listCouncils.output, page, place(page));
    }),
    pinnedMethod(engine, method.getCouncilProfile, (view, request) => {
      const page = view.pages.find("council_profiles", councilKey(request));
      if (page === undefined) throw new TerraceError("not_found", "council not found");
      return documentAnswer(method.getCouncilProfile.output, page, place(page));
    }),
  ];
}
