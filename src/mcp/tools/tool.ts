/** The tool that asks for rows of a file; its own module loads much more than its name. */
export const FILTER_TOOL_NAME = "filter_suburbs";
/** The tool that asks what publications changed. */
export const CHANGES_TOOL_NAME = "changes";
/** The tool that asks several others. */
export const BRIEFING_TOOL_NAME = "briefing";

/** A method of the API with the arguments that are worth a model's attention. */
export interface ToolMethod {
  /** Full name of the method that answers. */
  readonly method: string;
  /** Fields of its request, in lowerCamelCase, that the model may set; their meaning is in the proto comments. */
  readonly arguments: readonly string[];
  /** Set where the model sets nothing: lists are short, as a model reads them all. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** The list of the answer that `limit` or `k` bounds: a cursor leads to the rest of it. */
  readonly list?: string;
  /** Most elements that the method lists, where it does not take a larger bound for it. */
  readonly most?: number;
  /** Dataset tables whose publishers and licences the answer names. */
  readonly tables: readonly string[];
}

/** A tool of the assistant: one method in most cases. */
export interface Tool extends ToolMethod {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Adds `where`, a condition in words, which becomes the request's `filter`. */
  readonly takesCondition?: boolean;
  /** Address on the page of what was asked about, where the page shows it. */
  readonly page?: (given: Readonly<Record<string, unknown>>) => string | undefined;
  /** The method that answers instead when the arguments mean it; a model has fewer tools to choose from so. */
  readonly instead?: ToolMethod & { isMeant(given: Readonly<Record<string, unknown>>): boolean };
}

/** The method that answers what was asked of a tool. */
export function methodMeant(tool: Tool, given: Readonly<Record<string, unknown>>): ToolMethod {
  return tool.instead?.isMeant(given) === true ? tool.instead : tool;
}

/** The address on the page of one thing of a kind, by the argument that names it. */
export function pageOf(kind: string, argument: string): NonNullable<Tool["page"]> {
  return (given) => {
    const key = given[argument];
    return typeof key === "string" && key !== "" ? `/${kind}/${encodeURIComponent(key)}` : undefined;
  };
}
