import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { listenForTest } from "./sockets.ts";

export interface FileServer {
  readonly url: string;
  readonly requests: string[];
  /** Answers a request instead of the file if it returns true. */
  interfere: (path: string, response: ServerResponse, request: IncomingMessage) => boolean;
}

/** A static file server with ETags. */
export async function serveFiles(root: string): Promise<FileServer> {
  const requests: string[] = [];
  const state: FileServer = { url: "", requests, interfere: () => false };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
    requests.push(path);
    if (state.interfere(path, response, request)) return;
    const found = await stat(join(root, path)).catch(() => undefined);
    if (found === undefined || !found.isFile()) {
      response.writeHead(404).end("not found");
      return;
    }
    const etag = `"${found.mtimeMs}-${found.ino}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { etag });
    createReadStream(join(root, path)).pipe(response);
  });
  return listening(server, state);
}

/** Listens until the running test ends. */
export async function listening<T extends object>(server: Server, state: T): Promise<T & { url: string }> {
  return Object.assign(state, { url: `http://127.0.0.1:${await listenForTest(server)}/` });
}
