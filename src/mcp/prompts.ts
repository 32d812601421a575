import type { McpServer } from "@modelcontextprotocol/server";
import { loadMcp } from "./load-mcp.ts";
import { objectSchema } from "./tool-schema.ts";

const text = (name: string, description: string, required = true) => ({ name, description, required });

const CITE = "Cite the publisher, licence and date of each figure, and say what is unknown.";

/** Prompts for common questions, with the tools to call; `{name}` is an argument. */
export const PROMPTS = [
  {
    name: "describe_suburb",
    title: "What a suburb is like",
    description: "A profile of one suburb from its figures.",
    arguments: [text("suburb", "Name of the suburb, with its state if others share it.")],
    text: `Find "{suburb}" with search (kind suburb), then read suburb_profile and similar_suburbs. Describe it in two paragraphs: who lives there, homes and prices, what sets it apart from its state. ${CITE}`,
  },
  {
    name: "find_suburbs",
    title: "Suburbs that match a wish",
    description: "A shortlist of suburbs for given wishes.",
    arguments: [
      text("wish", "What matters, in words."),
      text("state", "A state or territory, or AU for the country.", false),
    ],
    text: `Read describe_metrics. Turn this wish into a condition and weights over metrics: "{wish}". Call filter_suburbs and rank_suburbs in {state}, or in AU if that is empty. List ten suburbs with the deciding figures, the condition you used, and the wishes that no metric covers. ${CITE}`,
  },
  {
    name: "compare_suburbs",
    title: "Compare suburbs",
    description: "A comparison of two or more suburbs by the same figures.",
    arguments: [text("suburbs", "Comma-separated names.")],
    text: `Find each of these with search (kind suburb): {suburbs}. Read suburb_profile of each, in one briefing. Make one table of the figures that all of them have, and name the three largest differences. ${CITE}`,
  },
  {
    name: "explain_stock",
    title: "Why a stock is shorted",
    description: "Short positions, prices, results and directors of one company.",
    arguments: [text("stock", "Code or name of the company.")],
    text: `Find "{stock}" with search (kind stock). In one briefing ask short_history, stock_prices, stock_fundamentals, director_trades, company_news and members_with_stock. Say how the position moved, what happened at its turns, and what the figures do not tell. Nothing is financial advice. ${CITE}`,
  },
  {
    name: "state_of_the_market",
    title: "The market today",
    description: "Australian housing and shares on one page.",
    arguments: [],
    text: `In one briefing ask housing_overview, price_drops_overview, top_shorts and industry_tree_map. Then read the cash rate and inflation with search (kind series) and economic_series. Write one page: what changed, where, since when. ${CITE}`,
  },
];

export function addPrompts(server: McpServer): void {
  for (const { name, title, description, arguments: fields, text: template } of PROMPTS) {
    const properties = Object.fromEntries(
      fields.map((one) => [one.name, { type: "string", maxLength: 500, description: one.description }]),
    );
    const required = fields.filter((one) => one.required).map((one) => one.name);
    const schema = objectSchema(properties, required);
    const argsSchema = loadMcp().fromJsonSchema<Record<string, string>>(schema as never);
    server.registerPrompt(name, { title, description, argsSchema }, (given) => {
      const filled = template.replaceAll(/\{(\w+)\}/g, (_, argument: string) => given[argument] ?? "");
      return { messages: [{ role: "user", content: { type: "text", text: filled } }] };
    });
  }
}
