import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "series", view: () => <p>series</p> };
