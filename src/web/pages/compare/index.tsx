import type { PageFolder } from "../page-folder.ts";
import { ComparePage } from "./compare-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "Compare", view: () => <ComparePage /> };
