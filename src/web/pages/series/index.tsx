import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";
import { SeriesPage } from "./series-page.tsx";

export const page: PageFolder = { routes, title: () => "Series", view: () => <SeriesPage /> };
