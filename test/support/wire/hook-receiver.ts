import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly id: string;
  readonly snapshotId: string;
  readonly isSigned: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a stranger would read.
  readonly body: any;
}

/** A subscriber on a loopback port whose response the test chooses. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  connections: number;
  secret: string;
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Listens on a port, by default a free one. */
export async function receiveHooks(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      const body = JSON.parse(text);
      // Computed from the specification of the signature, not by the package that made it.
      const key = Buffer.from(receiver.secret.replace("whsec_", ""), "base64");
      const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${text}`;
      const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
      receiver.received.push({
        id: headers["webhook-id"],
        snapshotId: body.data.snapshot_id,
        headers,
        text,
        body,
        isSigned: headers["webhook-signature"] === expected,
      });
      receiver.answer(response);
    });
  });
  server.on("connection", () => receiver.connections++);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    connections: 0,
    secret: "",
    answer: (response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return receiver;
}
