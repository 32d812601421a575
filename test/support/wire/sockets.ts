import { type EventEmitter, once } from "node:events";
import type { Server as HttpServer } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Lets a server listen on a free loopback port until the running test ends; returns the port. */
export async function listenForTest(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    (server as Partial<HttpServer>).closeAllConnections?.();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A connection whose errors are ignored, destroyed when the running test ends. */
export function socketForTest(port: number, localAddress = "127.0.0.1"): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Sends bytes and reads nothing. */
export function deaf(socket: Socket, bytes: string | Uint8Array): Socket {
  socket.on("error", () => {}).pause();
  socket.write(bytes);
  return socket;
}

/** Returns a function for all that a connection has received since this call. */
export function receivedBy(socket: Socket): () => string {
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  return () => received;
}

/** Resolves when a connection or stream is closed, with or without an error. */
export function closed(stream: Pick<EventEmitter, "on" | "once">): Promise<void> {
  return new Promise((resolve) => {
    stream.on("error", () => {});
    stream.once("close", () => resolve());
  });
}

/** Sends a byte every few milliseconds until the server closes the connection or all are sent. */
export async function dribble(port: number, bytes: Buffer, everyMs: number) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.setNoDelay(true);
  const reply = receivedBy(socket);
  await once(socket, "connect");
  let sentBytes = 0;
  const timer = setInterval(() => {
    if (sentBytes < bytes.byteLength && socket.writable) socket.write(bytes.subarray(sentBytes, ++sentBytes));
  }, everyMs);
  await closed(socket);
  clearInterval(timer);
  return { sentBytes, reply: reply() };
}
