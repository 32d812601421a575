import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type DescMethodUnary, fromJson, type JsonValue, type Message } from "@bufbuild/protobuf";

/**
 * A request and its expected response over Connect JSON, about the country in `test/fixtures/golden-country`.
 * `switches` sets kill switches for the case, `token` sends an API token.
 */
export interface GoldenCase {
  readonly why: string;
  readonly request: JsonValue;
  readonly switches?: Readonly<Record<string, boolean>>;
  readonly token?: boolean;
  /** Of a success: hash of the response's bytes, and the response abridged by `golden-form.ts`. */
  readonly sha256?: string;
  readonly response?: JsonValue;
  /** Instead of both: the name of an earlier case with the same response. */
  readonly same?: string;
  readonly error?: JsonValue;
}

export interface GoldenFile {
  readonly answers: Readonly<Record<string, GoldenCase>>;
  readonly errors: Readonly<Record<string, GoldenCase>>;
}

const FOLDER = resolve(import.meta.dirname, "../../golden");

export const goldenPath = (method: string): string => join(FOLDER, `${method}.json`);

/** The methods that have a file, such as `shorts.v1alpha1.HousingService.FilterSuburbs`. */
export function goldenMethods(): string[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files.map((name) => basename(name, ".json")).sort();
}

export function readGolden(method: string): GoldenFile {
  return JSON.parse(readFileSync(goldenPath(method), "utf8"));
}

export function goldenCases(method: string): Map<string, GoldenCase> {
  const { answers, errors } = readGolden(method);
  return new Map([...Object.entries(answers), ...Object.entries(errors)]);
}

/** A method's decodable requests by case name; by default without cases that set a switch. */
export function goldenRequests(method: DescMethodUnary, withSwitches = false): Map<string, Message> {
  const requests = new Map<string, Message>();
  for (const [name, { request, switches }] of goldenCases(`${method.parent.typeName}.${method.name}`)) {
    if (switches !== undefined && !withSwitches) continue;
    try {
      requests.set(name, fromJson(method.input, request, { ignoreUnknownFields: true }));
    } catch {
      // A case about decoding: it cannot be sent in another format.
    }
  }
  return requests;
}
