import type { PageFolder } from "../page-folder.ts";
import { AddressPage } from "./address-page.tsx";
import { MarketPage } from "./market-page.tsx";
import { routes } from "./route.ts";

export const page: PageFolder = {
  routes,
  title: ({ key }) => (key === undefined ? "Market" : "Address"),
  view: ({ key }) => (key === undefined ? <MarketPage /> : <AddressPage addressKey={key} />),
};
