import type { PageFolder } from "../page-folder.ts";
import { CoveragePage } from "./coverage-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "Coverage", view: () => <CoveragePage /> };
