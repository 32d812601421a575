import type { PageFolder } from "../page-folder.ts";
import { routes } from "./route.ts";
import { StockPage } from "./stock-page.tsx";
import { StocksPage } from "./stocks-page.tsx";

export const page: PageFolder = {
  routes,
  title: ({ code }) => code ?? "Stocks",
  view: ({ code }) => (code === undefined ? <StocksPage /> : <StockPage code={code.toUpperCase()} />),
};
