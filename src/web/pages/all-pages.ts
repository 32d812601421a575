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
}

export const PAGES: readonly PageEntry[] = Object.entries(routes).map(([path, module]) => ({
  folder: path.split("/")[1],
  routes: module.routes,
  load: async () => (await folders[path.replace("route.ts", "index.tsx")]()).page,
}));

export const MENU: readonly MenuEntry[] = Object.values(routes)
  .flatMap(({ menu }) => menu ?? [])
  .sort((a, b) => a.order - b.order);
