import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "compare", view: () => <p>compare</p> };
