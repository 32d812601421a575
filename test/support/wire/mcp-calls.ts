import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { AGENT } from "../country/ask-country.ts";
import { postJson } from "../country/call-json.ts";

const MAIN = resolve(import.meta.dirname, "../../../src/cli/main.ts");

/** Posts to a server's `/mcp` like an assistant's client. */
export const postMcp = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  postJson(`${url}/mcp`, body, { accept: "application/json, text/event-stream", ...AGENT, ...headers });

export const toolCall = (name: string, args: object = {}, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

/** The messages of a response, in order of arrival. */
export async function messagesOf<T>(response: Response): Promise<T[]> {
  const lines = (await response.text()).split("\n").filter((line) => /^(data: |\{)/.test(line));
  return lines.map((line) => JSON.parse(line.replace(/^data: /, "")) as T);
}

async function clientOver(transport: Parameters<Client["connect"]>[0]): Promise<Client> {
  const client = new Client({ name: "terrace-tests", version: "1" });
  await client.connect(transport);
  return client;
}

export const clientOverHttp = (url: string) =>
  clientOver(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: AGENT } }));

/** A client of `terrace mcp` in its own process. */
export function clientOverStdio(dataDir: string): Promise<Client> {
  const args = [MAIN, "mcp", "--data-dir", dataDir];
  return clientOver(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
}
