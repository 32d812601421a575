import type { ComponentType } from "preact";
import type { SubjectName } from "../parts/page.tsx";

/** Parameters of a path by the names of its route. */
export type PathParts = Readonly<Record<string, string>>;

/** Menu link to a screen's first route, with the screen's title. */
interface MenuEntry {
  /** Other paths that highlight the same entry. */
  readonly also?: readonly string[];
  /** Subjects of the screen: if the data has none of them, the entry is left out. */
  readonly subjects?: readonly SubjectName[];
  /** Title if the data has only the last subject. */
  readonly lastName?: string;
}

/** A screen. Its routes are known at once, its code is loaded when it is first shown. */
export interface Screen {
  /** `:name` matches one part of the path, which the view gets as a property. */
  readonly routes: readonly string[];
  readonly title: string | ((parts: PathParts, suburbName: (code: string) => string | undefined) => string);
  readonly load: () => Promise<{ readonly View: ComponentType<never> }>;
  readonly menu?: MenuEntry;
}

const screen = (
  routes: readonly string[],
  title: Screen["title"],
  load: Screen["load"],
  menu?: MenuEntry,
): Screen => ({ routes, title, load, ...(menu && { menu }) });

/** All screens, in the order of the menu. The build reads the routes: this module has no runtime imports. */
export const SCREENS: readonly Screen[] = [
  screen(["/"], "Explore", () => import("./explore/explore-page.tsx"), {}),
  screen(["/compare", "/compare/:codes"], "Compare", () => import("./compare/compare-page.tsx"), {}),
  screen(["/market"], "Market", () => import("./market/market-page.tsx"), {
    subjects: ["listings", "prices"],
  }),
  screen(["/market/address/:addressKey"], "Address", () => import("./market/address-page.tsx")),
  screen(["/series"], "Series", () => import("./series/series-page.tsx"), { subjects: ["series"] }),
  screen(["/stocks"], "Stocks", () => import("./stocks/stocks-page.tsx"), { subjects: ["shorts"] }),
  screen(
    ["/stocks/:code"],
    ({ code }) => code,
    () => import("./stocks/stock-page.tsx"),
  ),
  screen(["/members"], "Members", () => import("./members/members-page.tsx"), {
    subjects: ["register", "funding"],
    lastName: "Parties",
  }),
  screen(["/members/:slug"], "Member", () => import("./members/member-page.tsx")),
  // The feed links to `/blog` and `/reports`.
  screen(["/news", "/blog", "/reports"], "News", () => import("./news/news-page.tsx"), {
    also: ["/blog", "/reports"],
    subjects: ["articles", "takes", "shorts"],
    lastName: "Reports",
  }),
  screen(["/blog/:slug"], "Take", () => import("./news/take-page.tsx")),
  screen(["/reports/:slug"], "Report", () => import("./news/report-page.tsx")),
  screen(["/coverage"], "Coverage", () => import("./coverage/coverage-page.tsx"), {}),
  screen(["/about"], "About", () => import("./about/about-page.tsx"), {}),
  screen(
    ["/suburb/:code"],
    ({ code }, suburbName) => suburbName(code) ?? `Suburb ${code}`,
    () => import("./suburb/suburb-page.tsx"),
  ),
];

/** Finds the screen of a path and its path parameters; undefined if there is none. */
export function screenAt(path: string): { screen: Screen; parts: PathParts } | undefined {
  for (const screen of SCREENS) {
    const parts = screen.routes.map((route) => matchRoute(route, path)).find((one) => one !== undefined);
    if (parts !== undefined) return { screen, parts };
  }
  return undefined;
}

function matchRoute(route: string, path: string): PathParts | undefined {
  const [wanted, given] = [route.split("/"), path.replace(/(.)\/$/, "$1").split("/")];
  if (wanted.length !== given.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(":")) parts[part.slice(1)] = decodeURIComponent(given[i]);
    else if (part !== given[i]) return undefined;
  }
  return parts;
}
