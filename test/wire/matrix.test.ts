import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { beforeAll, describe, expect, it } from "vitest";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { opened } from "../support/run/fixtures.ts";
import { allTransports } from "../support/wire/transports.ts";
import { CURRENT, PINNED, startWireServer, THROWN_CODES } from "../support/wire/wire-server.ts";

/** Codes that are never sent by name. */
const HIDDEN = new Set(["internal", "bad_dataset", "bad_snapshot", "bad_config", "io_failure"]);
const MEBIBYTE = 1024 * 1024;
const TRANSPORT_NAMES = allTransports("http://localhost").map(({ name }) => name);

function copyHeaders(from: Headers, to: Headers): void {
  for (const [name, value] of from) to.set(name, value);
}

describe.each([true, false])("createServer with ownUnaryRoute %s", (ownUnaryRoute) => {
  const server = opened(() => startWireServer({ ownUnaryRoute }));
  let transports: Map<string, Transport>;
  let cells = 0;
  beforeAll(async () => {
    transports = new Map(allTransports(server.url).map(({ name, transport }) => [name, transport]));
  });

  function client(name: string) {
    const transport = transports.get(name);
    if (transport === undefined) throw new Error(`no transport "${name}"`);
    return createClient(HousingService, transport);
  }

  async function failure(name: string, stateCode: string): Promise<ConnectError> {
    const error = await client(name)
      .filterSuburbs({ stateCode })
      .then(
        () => undefined,
        (reason: unknown) => reason,
      );
    expect(error).toBeInstanceOf(ConnectError);
    cells++;
    return error as ConnectError;
  }

  it.each(TRANSPORT_NAMES)("answers by %s", async (name) => {
    const header = new Headers();
    const predicates = [{ metricKey: "a", min: 7 }, { metricKey: "b" }];
    const answer = await client(name).filterSuburbs(
      { stateCode: "NSW", predicates },
      { onHeader: (received) => copyHeaders(received, header) },
    );
    expect([...answer.matchMask, answer.matchCount, answer.indexVersion]).toEqual([7, 255, 2, "NSW"]);
    expect(header.get("x-terrace-snapshot")).toBe(CURRENT.snapshotId);
    expect(header.get("x-terrace-as-of")).toBe(CURRENT.asOf);
    expect(header.get("x-terrace-synthetic")).toBe("true");
    const big = await client(name).filterSuburbs({ stateCode: "big" });
    expect([big.matchMask.byteLength, big.matchMask[4999], big.matchCount]).toEqual([
      5000, 0b1010_1010, 20_000,
    ]);
    const empty = await client(name).filterSuburbs({ stateCode: "empty" });
    expect([empty.matchMask.byteLength, empty.matchCount, empty.indexVersion]).toEqual([0, 0, ""]);
    const encoded = await client(name).getSuburbMetricColumns({ metricKeys: ["a", "b"] });
    expect(encoded.columns.map(({ metricKey }) => metricKey)).toEqual(["a", "b"]);
    expect(encoded.columns[1].values.map(Math.fround)).toEqual(
      [0.1, 2.5, 1e-7, 16777216, 0].map(Math.fround),
    );
    cells += 4;
  });

  it.each(TRANSPORT_NAMES)("names the snapshot that a method pinned by %s", async (name) => {
    const header = new Headers();
    await client(name).filterSuburbs(
      { stateCode: "pin" },
      { onHeader: (received) => copyHeaders(received, header) },
    );
    expect(header.get("x-terrace-snapshot")).toBe(PINNED.snapshotId);
    expect(header.get("x-terrace-synthetic")).toBe("false");
    cells++;
  });

  it.each(TRANSPORT_NAMES)("fails with every code by %s", async (name) => {
    const errors = await Promise.all(THROWN_CODES.map((code) => failure(name, code)));
    for (const [i, error] of errors.entries()) {
      const code = THROWN_CODES[i];
      expect(codeToString(error.code)).toBe(HIDDEN.has(code) ? "internal" : code);
      expect(error.rawMessage).toBe(HIDDEN.has(code) ? "internal error" : `asked for ${code}: "é"`);
    }
    const crash = await failure(name, "crash");
    expect([crash.code, crash.rawMessage]).toEqual([Code.Internal, "internal error"]);
  });

  it.each(TRANSPORT_NAMES)("refuses a request over 1 MiB by %s", async (name) => {
    const error = await failure(name, "x".repeat(MEBIBYTE));
    expect(error.code).toBe(Code.ResourceExhausted);
    expect(error.metadata.has("x-ratelimit-detail")).toBe(false);
  });

  it("has tried every legal cell", () => {
    // 5 pairs of protocol and HTTP version, 2 formats, 3 encodings; 5 responses, 15 failures, 1 oversize
    // each.
    expect(cells).toBe(5 * 2 * 3 * (5 + 15 + 1));
  });
});
