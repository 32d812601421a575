import type { PageFolder } from "../page-folder.ts";
import { NewsPage } from "./news-page.tsx";
import { ReportPage } from "./report-page.tsx";
import { routes } from "./route.ts";
import { TakePage } from "./take-page.tsx";

export const page: PageFolder = {
  routes,
  title: ({ take, report }) => (take !== undefined ? "Take" : report !== undefined ? "Report" : "News"),
  view: ({ take, report }) => {
    if (take !== undefined) return <TakePage slug={take} />;
    return report !== undefined ? <ReportPage slug={report} /> : <NewsPage />;
  },
};
