import { holdsSubject, type SubjectName } from "../parts/absent.tsx";
import type { PageEntry, PageFolder } from "./page-folder.ts";

/** Every folder next to this file is a screen: its routes are known at once, its code comes when it is shown. */
const routes = import.meta.glob<{ routes: readonly string[]; menu?: MenuEntry }>("./*/route.ts", {
  eager: true,
});
const folders = import.meta.glob<{ page: PageFolder }>("./*/index.tsx");

/** A link of the navigation. */
export interface MenuEntry {
  readonly name: string;
  readonly link: string;
  readonly order: number;
  /** Other paths that belong to the same entry. */
  readonly also?: readonly string[];
  /** What the screen is about: one of which the data has nothing leaves the menu. */
  readonly subjects?: readonly SubjectName[];
}

export const PAGES: readonly PageEntry[] = Object.entries(routes).map(([path, module]) => ({
  folder: path.split("/")[1],
  routes: module.routes,
  load: async () => (await folders[path.replace("route.ts", "index.tsx")]()).page,
}));

const MENU: readonly MenuEntry[] = Object.values(routes)
  .flatMap(({ menu }) => menu ?? [])
  .sort((a, b) => a.order - b.order);

/** The screens of which the data has something. */
export function shownMenu(): readonly MenuEntry[] {
  return MENU.filter(({ subjects }) => subjects === undefined || subjects.some(holdsSubject));
}
