import { once } from "node:events";
import { connect } from "node:http2";
import { describe, expect, it } from "vitest";
import { opened } from "../support/run/fixtures.ts";
import { FILTER_PATH, startWireServer } from "../support/wire/wire-server.ts";

const server = opened(() => startWireServer({ ownUnaryRoute: true }), { close: (it) => it.close(0) });

/** Status, headers and trailers, merged, of a gRPC call with an empty message. */
async function call(path: string, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const session = connect(server.url);
  try {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc+proto",
      te: "trailers",
      ...headers,
    });
    let merged: Record<string, unknown> = {};
    for (const event of ["response", "trailers"]) {
      stream.on(event, (received: Record<string, unknown>) => {
        merged = { ...merged, ...received };
      });
    }
    stream.resume();
    stream.end(Buffer.alloc(5));
    await once(stream, "close");
    return merged;
  } finally {
    session.destroy();
  }
}

describe("a gRPC call that cannot be answered", () => {
  it("is told the encodings there are when it names another", async () => {
    expect(await call(FILTER_PATH, { "grpc-encoding": "zstd" })).toMatchObject({
      ":status": 200,
      "grpc-status": "12",
      "grpc-accept-encoding": "gzip,br,identity",
      "grpc-message": expect.stringContaining("zstd"),
    });
  });

  it.each(["application/grpc", "application/grpc+proto", "application/grpc-web+proto"])(
    "of type %s hears that there is no such method as gRPC tells it",
    async (type) => {
      const path = "/shorts.v1alpha1.HousingService/FilterSuburb";
      expect(await call(path, { "content-type": type })).toMatchObject({
        ":status": 200,
        "content-type": type,
        "grpc-status": "12",
        "grpc-message": expect.stringContaining(
          'did you mean "/shorts.v1alpha1.HousingService/FilterSuburbs"?',
        ),
      });
    },
  );

  it("gets HTTP's own status at such a path when it is not a gRPC", async () => {
    expect(await call("/no.Service/Method", { "content-type": "text/plain" })).toMatchObject({
      ":status": 404,
    });
  });
});
