import { expect, inject } from "vitest";
import type { Json } from "../data/method-calls.ts";
import { opened } from "../run/fixtures.ts";
import { callJson } from "./call-json.ts";
import { type ServeOptions, serveCountry } from "./serve-country.ts";
import type { SharedCountry } from "./shared-country.ts";

/** Serves a country (default: the shared one) for the tests of the current file or suite. */
export function servedCountry(
  options?: ServeOptions,
  country: () => SharedCountry | Promise<SharedCountry> = () => inject("country"),
) {
  return opened(async () => serveCountry((await country()).dataDir, options));
}

/** Headers of a client that identifies itself. */
export const AGENT = { "user-agent": "terrace-tests/1" };

/** An address with the expected status and a string that the body must contain. */
export type Expected = readonly [address: string, status: number, words?: string];

/** GETs addresses of a server, relative or absolute, uncompressed, without following redirects. */
export function asking(server: { readonly url: string }, own: Readonly<Record<string, string>> = AGENT) {
  const get = (address: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    fetch(new URL(address, server.url), {
      redirect: "manual",
      headers: { "accept-encoding": "identity", ...own, ...headers },
      ...init,
    });
  const text = async (address: string): Promise<string> => {
    const response = await get(address);
    expect([address, response.status]).toEqual([address, 200]);
    return response.text();
  };
  const json = async <T>(address: string) => JSON.parse(await text(address)) as T;
  const call = async <T = Json>(method: string, request: object): Promise<T> => {
    const { status, body } = await callJson(server.url, method, request);
    expect([method, status]).toEqual([method, 200]);
    return body as T;
  };
  const expectAnswers = async (rows: Iterable<Expected>): Promise<void> => {
    for (const [address, status, words = ""] of rows) {
      const response = await get(address);
      const body = await response.text();
      // Unescape JSON, so that `words` is compared with the message itself.
      const message = body.startsWith("{") ? body.replaceAll('\\"', '"').replaceAll("\\n", "\n") : body;
      const start = address.slice(0, 100);
      expect([start, response.status, message]).toEqual([start, status, expect.stringContaining(words)]);
    }
  };
  const expectMissing = (addresses: readonly string[]) => expectAnswers(addresses.map((one) => [one, 404]));
  return { get, text, json, call, expectAnswers, expectMissing };
}
