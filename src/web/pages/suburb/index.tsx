import { country } from "../../data/country.ts";
import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";
import { SuburbPage } from "./suburb-page.tsx";

export const page: PageFolder = {
  routes,
  title: ({ code }) => {
    const index = country.value?.frame.index;
    return index?.salNames[index.positionOf(code)] ?? `Suburb ${code}`;
  },
  view: ({ code }) => <SuburbPage key={code} code={code} />,
};
