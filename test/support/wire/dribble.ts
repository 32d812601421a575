import { type EventEmitter, once } from "node:events";
import { connect } from "node:net";

/** Resolves when a connection or a stream is closed, in peace or not. */
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
  let reply = "";
  socket.on("data", (chunk) => {
    reply += chunk.toString("latin1");
  });
  await once(socket, "connect");
  let sentBytes = 0;
  const timer = setInterval(() => {
    if (sentBytes < bytes.byteLength && socket.writable) socket.write(bytes.subarray(sentBytes, ++sentBytes));
  }, everyMs);
  await closed(socket);
  clearInterval(timer);
  return { sentBytes, reply };
}
