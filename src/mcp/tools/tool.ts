// The names of tools that are not plain methods are here, because their modules load much more.
export const FILTER_TOOL_NAME = "filter_suburbs";
export const CHANGES_TOOL_NAME = "changes";
export const BRIEFING_TOOL_NAME = "briefing";

/** An RPC method with the arguments that a model may set. */
export interface ToolMethod {
  /** Such as `shorts.v1alpha1.StockService/GetStockData`. */
  readonly method: string;
  /** Request fields in lowerCamelCase; their descriptions are the proto comments. */
  readonly arguments: readonly string[];
  /** Values for arguments that the model leaves out; a bounded list has ten elements unless given. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The list in the answer that `limit` or `k` bounds, and that a cursor continues. */
  readonly list?: string;
  /** Largest `limit` that the method accepts, if it has a maximum. */
  readonly most?: number;
  /** Dataset tables whose sources the answer names; those that the method reads unless given. */
  readonly tables?: readonly string[];
}

export interface Tool extends ToolMethod {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Adds a `where` argument, a condition in words that becomes `filter` of the request. */
  readonly takesCondition?: boolean;
  /** Path of the matching web page, if there is one. */
  readonly page?: (given: Readonly<Record<string, unknown>>) => string | undefined;
  /** Another method for some arguments: two methods in one tool, so that a model chooses among fewer. */
  readonly instead?: ToolMethod & { isMeant(given: Readonly<Record<string, unknown>>): boolean };
}

export function methodMeant(tool: Tool, given: Readonly<Record<string, unknown>>): ToolMethod {
  return tool.instead?.isMeant(given) === true ? tool.instead : tool;
}

/** Builds `/<kind>/<key>` from the argument that has the key. */
export function pageOf(kind: string, argument: string): NonNullable<Tool["page"]> {
  return (given) => {
    const key = given[argument];
    return typeof key === "string" && key !== "" ? `/${kind}/${encodeURIComponent(key)}` : undefined;
  };
}
