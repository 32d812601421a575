import { expect, inject } from "vitest";
import type { Json } from "../data/method-calls.ts";
import { opened } from "../run/fixtures.ts";
import { callJson } from "./call-json.ts";
import { type ServeOptions, serveCountry } from "./serve-country.ts";
import type { SharedCountry } from "./shared-country.ts";

/** A server over a country, the shared one unless another is named, for the tests of a file or suite. */
export function servedCountry(
  options?: ServeOptions,
  country: () => SharedCountry | Promise<SharedCountry> = () => inject("country"),
) {
  return opened(async () => serveCountry((await country()).dataDir, options));
}

/** What a tool that names itself sends. */
export const AGENT = { "user-agent": "terrace-tests/1" };

/** An address, and what is expected of its answer: the status, and words in the body. */
export type Expected = readonly [address: string, status: number, words?: string];

/** Asks a server by GET for addresses below its own, or whole ones, without compression. */
export function asking(server: { readonly url: string }, own: Readonly<Record<string, string>> = AGENT) {
  const get = (address: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(new URL(address, server.url), {
      redirect: "manual",
      headers: { "accept-encoding": "identity", ...own, ...headers },
      ...init,
    });
  /** The body of an answer that is there. */
  const text = async (address: string): Promise<string> => {
    const response = await get(address);
    expect([address, response.status]).toEqual([address, 200]);
    return response.text();
  };
  const json = async <T>(address: string) => JSON.parse(await text(address)) as T;
  /** What a method answers in JSON. */
  const call = async <T = Json>(method: string, request: object): Promise<T> => {
    const { status, body } = await callJson(server.url, method, request);
    expect([method, status]).toEqual([method, 200]);
    return body as T;
  };
  const expectAnswers = async (rows: Iterable<Expected>): Promise<void> => {
    for (const [address, status, words = ""] of rows) {
      const response = await get(address);
      const body = await response.text();
      // A message is looked for as it reads, not as JSON writes it.
      const told = body.startsWith("{") ? body.replaceAll('\\"', '"').replaceAll("\\n", "\n") : body;
      const shown = address.slice(0, 100);
      expect([shown, response.status, told]).toEqual([shown, status, expect.stringContaining(words)]);
    }
  };
  const expectMissing = (addresses: readonly string[]) => expectAnswers(addresses.map((one) => [one, 404]));
  return { get, text, json, call, expectAnswers, expectMissing };
}
