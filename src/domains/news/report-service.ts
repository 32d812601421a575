import type { Engine } from "../../engine/engine.ts";
import {
  type GetWeeklyReportRequest,
  type ListReportsRequest,
  ReportsService,
} from "../../gen/shorts/v1alpha1/reports_pb.ts";
import { documentAnswer, listAnswer } from "../../rpc/encoding/assembled-answer.ts";
import { pinnedMethod } from "../../rpc/pinned-method.ts";
import { clampedLimit, quoted } from "../../rpc/request-rules.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import { MAX_REPORTS } from "./pages/reports.ts";

/** The two methods of ReportsService, from pages. */
export function reportMethods(engine: Engine): UnaryMethod[] {
  const { method } = ReportsService;
  return [
    pinnedMethod(engine, method.getWeeklyReport, (view, request) => {
      const slug = reportSlug(request);
      const page = view.pages.find("reports", slug);
      if (page === undefined) throw new TerraceError("not_found", `no report "${slug}"`);
      return documentAnswer(method.getWeeklyReport.output, page);
    }),
    pinnedMethod(engine, method.listReports, (view, request) => {
      const { type, limit } = reportListQuery(request);
      return listAnswer(method.listReports.output, { page: view.pages.find("report_lists", type), limit });
    }),
  ];
}

const SLUG = /^\d{4}(-W(0[1-9]|[1-4]\d|5[0-3])|-(0[1-9]|1[0-2]))?$/;
const TYPES = ["weekly", "monthly", "yearly"];

/** A slug of one of the three forms. */
function reportSlug({ weekSlug }: GetWeeklyReportRequest): string {
  const slug = weekSlug.trim().toUpperCase();
  if (SLUG.test(slug)) return slug;
  throw invalidArgument(`week_slug: ${quoted(weekSlug)} is not of the form 2026-W06, 2026-02 or 2026`);
}

/** A known type or "" for all; a limit of 0 or less is 24, above 100 it is 100. */
function reportListQuery({ reportType, limit }: ListReportsRequest) {
  const type = reportType.trim().toLowerCase();
  if (!["", "all", ...TYPES].includes(type)) {
    throw invalidArgument(`report_type: ${quoted(reportType)} is not one of ${TYPES.join(", ")}, all`);
  }
  return { type: type === "all" ? "" : type, limit: clampedLimit(limit, 24, MAX_REPORTS) };
}
