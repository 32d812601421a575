import { PUBLIC_TOOLS } from "./tools/public-tools.ts";
import { STOCK_TOOLS } from "./tools/stock-tools.ts";
import { SUBURB_TOOLS } from "./tools/suburb-tools.ts";
import type { Tool } from "./tools/tool.ts";

/** The methods that a model is offered. Names say what is asked, descriptions when to ask it and in which unit. */
export const TOOLS: readonly Tool[] = [...SUBURB_TOOLS, ...STOCK_TOOLS, ...PUBLIC_TOOLS];
