import type { PageFolder } from "../page-folder.ts";
import { ExplorePage } from "./explore-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "Explore", view: () => <ExplorePage /> };
