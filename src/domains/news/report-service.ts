import type { Engine } from "../../engine/engine.ts";
import {
  GetWeeklyReportResponseSchema,
  ListReportsResponseSchema,
  ReportsService,
} from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { documentAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { TerraceError } from "../../runtime/errors.ts";
import { reportListQuery, reportSlug } from "./report-rules.ts";

/** The two methods of ReportsService, from pages. */
export function reportMethods(engine: Engine): UnaryMethod[] {
  const { method } = ReportsService;
  return [
    pinnedMethod(engine, method.getWeeklyReport, (view, request) => {
      const slug = reportSlug(request);
      const page = view.pages.find("reports", slug);
      if (page === undefined) throw new TerraceError("not_found", `no report "${slug}"`);
      return documentAnswer(GetWeeklyReportResponseSchema, page);
    }),
    pinnedMethod(engine, method.listReports, (view, request) => {
      const { type, limit } = reportListQuery(request);
      const page = view.pages.find("report_lists", type);
      const places = page?.shownFor(0, limit) ?? [];
      return listAnswer({ response: ListReportsResponseSchema, page, places });
    }),
  ];
}
