import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { ownPeers } from "../../../../src/server/wire/http/client-address.ts";
import { listen } from "../../../../src/server/wire/port/listen.ts";
import { connectionsOfOnePeer, peerConnections } from "../../../../src/server/wire/port/peer-connections.ts";
import { eventually } from "../../../support/run/fixtures.ts";
import { closed, receivedBy, socketForTest } from "../../../support/wire/sockets.ts";

const MOST = 3;

async function serve(isOwn: (address: string) => boolean) {
  const server = fastify();
  server.get("/", (_request, reply) => reply.send("here"));
  const peers = peerConnections(MOST, isOwn);
  const port = await listen(server, { host: "127.0.0.1", port: 0, peers });
  onTestFinished(() => port.close(0).then(() => {}));
  return port;
}

/** An idle connection from an address of this machine. */
async function open(port: number, localAddress?: string): Promise<Socket> {
  const socket = socketForTest(port, localAddress);
  await once(socket, "connect");
  return socket;
}

/** The status line that the port sends on a connection; "" if it is closed. */
async function answerOn(socket: Socket): Promise<string> {
  const text = receivedBy(socket);
  const isClosed = closed(socket);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  await isClosed;
  return text().split("\r\n", 1)[0];
}

describe("peerConnections", () => {
  it("closes connections over those that one address may have, and takes others in their place and from elsewhere", async () => {
    const { port } = await serve(() => false);
    const sockets = await Promise.all(Array.from({ length: MOST }, () => open(port)));
    // When the port has accepted this one, it has counted those before.
    expect(await answerOn(await open(port))).toBe("");
    expect(await answerOn(await open(port, "127.0.0.2"))).toBe("HTTP/1.1 200 OK");
    expect(await answerOn(sockets[0])).toBe("HTTP/1.1 200 OK");
    await eventually(async () => expect(await answerOn(await open(port))).toBe("HTTP/1.1 200 OK"));
  });

  it("lets our own have as many as they like", async () => {
    const { port } = await serve(ownPeers(""));
    const sockets = await Promise.all(Array.from({ length: 3 * MOST }, () => open(port)));
    for (const socket of sockets) expect(await answerOn(socket)).toBe("HTTP/1.1 200 OK");
  });
});

describe("ownPeers", () => {
  it("are this machine and the ranges of our proxies", () => {
    const isOwn = ownPeers("10.0.0.0/8, 2001:db8::/32");
    for (const address of [
      "127.0.0.1",
      "::ffff:127.0.0.1",
      "::1",
      "10.1.2.3",
      "::ffff:10.1.2.3",
      "2001:db8::7",
    ])
      expect(isOwn(address), address).toBe(true);
    for (const address of ["", "192.0.2.1", "::2", "2001:db9::7"])
      expect(isOwn(address), address).toBe(false);
    expect(ownPeers("none")("10.1.2.3")).toBe(false);
  });
});

describe("connectionsOfOnePeer", () => {
  it("is a quarter of all and some hundreds at least, a part of it for each thread", () => {
    expect(connectionsOfOnePeer(20_000, 1)).toBe(5000);
    expect(connectionsOfOnePeer(20_000, 3)).toBe(1667);
    expect(connectionsOfOnePeer(100, 1)).toBe(512);
    expect(connectionsOfOnePeer(100, 4)).toBe(128);
  });

  it("counts calls that are given up against the address, over however many connections", () => {
    let nowMs = 0;
    const peers = peerConnections(
      1000,
      () => false,
      () => nowMs,
    );
    const connection = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        destroy: () => (isOpen.value = false),
      });
      const isOpen = { value: true };
      peers.take(socket as unknown as Socket);
      return { socket: socket as unknown as Socket, isOpen };
    };
    for (let i = 0; i < 200; i++) {
      const { socket } = connection("2001:db8:1:200::1");
      for (let reset = 0; reset < 11; reset++) peers.countReset(socket);
    }
    expect(connection("2001:db8:1:2aa::7").isOpen.value).toBe(false);
    expect(connection("2001:db8:1:300::7").isOpen.value).toBe(true);
    nowMs = 10_000;
    expect(connection("2001:db8:1:2aa::7").isOpen.value).toBe(true);
  });
});
