import { createTerraceClient } from "../src/client.ts";
import { suburbAddresses } from "../src/web/rendered/addresses.ts";
import { sharedAustralia } from "../test/support/country/shared-country.ts";
import { benchAuthorization } from "./bench-caller.ts";
import type { Report, RunOptions, Subject } from "./harness.ts";
import { httpLoad, oneAnswer } from "./http-load.ts";
import { processorSeconds, startWireServer } from "./start-wire-server.ts";

export const rendered: Subject = {
  name: "rendered",
  what: "pages of suburbs as HTML, made for the first time and kept, on one thread",
  run,
};

const CONNECTIONS = 8;

/** Suburbs over the whole country are asked once, and then again from what the thread keeps. */
async function run({ quick, say }: RunOptions): Promise<Report> {
  const { dataDir } = await sharedAustralia();
  const server = await startWireServer("terrace with log", dataDir, { TERRACE_THREADS: "1" });
  const authorization = await benchAuthorization();
  try {
    const token = authorization.replace(/^Bearer /, "");
    const client = createTerraceClient({
      baseUrl: `http://127.0.0.1:${server.port}`,
      token,
      userAgent: "terrace-bench/1",
    });
    const { index } = await client.columns("AU", [], { includeIndex: true });
    const { paths } = suburbAddresses(index!);
    const count = quick ? 60 : 1000;
    const asked = Array.from({ length: count }, (_, i) => paths[Math.floor((i * paths.length) / count)]);
    const request = (path: string, encoding = "br") =>
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: terrace-bench/1\r\naccept-encoding: ${encoding}\r\nauthorization: ${authorization}\r\n\r\n`,
      );
    const plain = await oneAnswer(server.port, request(asked[0], "identity"));
    if (!plain.body.toString().includes(`${asked[0]}"/>`)) throw new Error(`not the page of ${asked[0]}`);
    say(`${count} pages for the first time`);
    let largest = 0;
    const startedAt = processorSeconds(server);
    for (const path of asked) {
      const { head, body } = await oneAnswer(server.port, request(path));
      if (!head.startsWith("HTTP/1.1 200")) throw new Error(`${path} answered ${head.split("\r\n")[0]}`);
      largest = Math.max(largest, body.byteLength);
    }
    const firstMs = ((processorSeconds(server) - startedAt) * 1000) / count;
    say("the same again");
    const requests = asked.map((path) => request(path));
    let next = 0;
    const again = () => requests[next++ % requests.length];
    await httpLoad(server.port, again, CONNECTIONS, quick ? 500 : 3000);
    const before = processorSeconds(server);
    next = 0;
    await httpLoad(server.port, again, CONNECTIONS, quick ? 1000 : 10_000);
    const keptMs = ((processorSeconds(server) - before) * 1000) / next;
    const bound = "reading the request, counting the caller, writing the log";
    return {
      subject: "Rendered pages",
      figures: [],
      goals: [
        {
          ...{ id: "R1", what: "ms of processor for a suburb's page on a warm server" },
          ...{ figure: keptMs, goal: 1, better: "less", bound },
        },
        {
          ...{ id: "R1", what: "pages a second on one core: one second by that" },
          ...{ figure: 1000 / keptMs, goal: 2000, better: "more", bound },
        },
        {
          ...{ id: "R1", what: "kB of the largest page, brotli" },
          ...{ figure: largest / 1000, goal: 40, better: "less", bound: "outlines of what is around" },
        },
      ],
      notes: [
        `${firstMs.toFixed(1)} ms of processor for a page that is made for the first time, compressing included`,
        `${count} of ${paths.length} suburbs; every answer is 200`,
      ],
    };
  } finally {
    server.child.kill("SIGKILL");
  }
}
