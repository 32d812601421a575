import type { PageFolder } from "../page-folder.ts";
import { AboutPage } from "./about-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = { routes, title: () => "About", view: () => <AboutPage /> };
