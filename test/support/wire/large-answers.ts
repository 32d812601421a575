import { setTimeout } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import {
  FilterSuburbsResponseSchema,
  HousingService,
  ListStateSuburbsResponseSchema,
} from "../../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { Health } from "../../../src/rpc/health/health.ts";
import { unaryMethod } from "../../../src/rpc/unary-method.ts";
import { throwIfAborted } from "../../../src/runtime/abort.ts";
import { lengthDelimitedField, varintField } from "../../../src/runtime/wire-bytes.ts";
import { createServer } from "../../../src/server/start/create-server.ts";
import { compressionTurns } from "../../../src/server/wire/compression/compression.ts";
import { UnreadAnswers } from "../../../src/server/wire/outbox/unread-answers.ts";
import { listen } from "../../../src/server/wire/port/listen.ts";

// A process that answers FilterSuburbs with as many mebibytes as its only predicate says, each response newly
// made. Its limits come as JSON in argv; it sends its port, and answers each message with its counters.
// "hold" stops all compression.

const MEBIBYTE = 2 ** 20;
const HEAD = '{"matchMask":"';
const TAIL = '","matchCount":1}';
const { totalBytes, timeoutMs, maxConnections } = JSON.parse(process.argv[2]) as Record<string, number>;

let encoded = 0;

const filterSuburbs = unaryMethod(HousingService.method.filterSuburbs, ({ predicates }) => {
  const byteLength = Math.round((predicates[0]?.min ?? 0) * MEBIBYTE);
  return {
    message: () =>
      create(FilterSuburbsResponseSchema, { matchMask: new Uint8Array(byteLength), matchCount: 1 }),
    // Mask and tail of the message in one buffer that is really allocated.
    binary: () => {
      encoded++;
      return Buffer.concat([lengthDelimitedField(1, Buffer.alloc(byteLength, "A")), varintField(2, 1)]);
    },
    json: () => {
      const bytes = Buffer.alloc(byteLength + HEAD.length + TAIL.length, "A");
      bytes.write(HEAD);
      bytes.write(TAIL, byteLength + HEAD.length);
      return bytes;
    },
  };
});

/** Calls in progress, and the most at once so far. */
let working = 0;
let peakWorking = 0;

/** A method that allocates two mebibytes at its start and takes some turns of the event loop. */
const listStateSuburbs = unaryMethod(HousingService.method.listStateSuburbs, async (_request, { stop }) => {
  peakWorking = Math.max(peakWorking, ++working);
  try {
    const bytes = Buffer.alloc(2 * MEBIBYTE, " ");
    bytes.write("{}");
    for (let turn = 0; turn < 20; turn++) {
      await setTimeout(1);
      throwIfAborted(stop);
    }
    return { message: () => create(ListStateSuburbsResponseSchema), binary: () => bytes, json: () => bytes };
  } finally {
    working--;
  }
});

const health = new Health([HousingService.typeName]);
health.setServing();
const unread = new UnreadAnswers({ totalBytes, timeoutMs });
const server = createServer({ methods: [filterSuburbs, listStateSuburbs], health, unread });
const { port } = await listen(server, { host: "127.0.0.1", port: 0, limits: { maxConnections } });

process.on("message", (message) => {
  // Occupies both compression turns forever.
  if (message === "hold")
    for (let i = 0; i < 2; i++) void compressionTurns.run(MEBIBYTE, () => new Promise(() => {}));
  const { byteLength, count, cut, peakByteLength } = unread;
  const { waitingBytes } = compressionTurns;
  process.send!({ byteLength, count, cut, peakByteLength, waitingBytes, encoded, working, peakWorking });
});
process.send!({ port });
