import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "market", view: () => <p>market</p> };
