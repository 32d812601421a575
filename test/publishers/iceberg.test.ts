import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import avro from "avsc";
import { parquetReadObjects } from "hyparquet";
import { icebergManifests, icebergMetadata, icebergRead } from "icebird";
import { beforeEach, describe, expect, it } from "vitest";
import { COMPRESSORS } from "../../src/importers/files/parquet-pages.ts";
import { publishIceberg } from "../../src/publishers/iceberg/publish-iceberg.ts";
import { nameMapping, schemaFor } from "../../src/publishers/iceberg/table-metadata.ts";
import { directoryFiles } from "../../src/snapshot/remote/push-snapshot.ts";
import { readManifest } from "../../src/snapshot/store/verify.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { publishChanged } from "../support/country/publish-changed.ts";
import { rowsByApi } from "../support/country/rows-by-api.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { shownByProgram } from "../support/run/program-rows.ts";
import { runTerrace } from "../support/run/run-terrace.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";
import { listening, serveFiles } from "../support/wire/file-server.ts";

const TABLE = "council_summaries";

type Metadata = Awaited<ReturnType<typeof icebergMetadata>>;

let dataDir: string;
let asides = 0;
const change = (sql: string, tables?: readonly string[]) =>
  publishChanged(dataDir, join(dataDir, `aside-${asides++}`), { [TABLE]: sql }, tables);
/** Publishes a snapshot of three tables only: every table costs requests. */
const publishFew = () => change("SELECT * FROM old", [TABLE, "suburbs", "live_listings"]);
const push = (target: string, ...rest: string[]) =>
  runTerrace(["snapshot", "push", target, ...rest, "--data-dir", dataDir], {
    AWS_ACCESS_KEY_ID: "me",
    AWS_SECRET_ACCESS_KEY: "s",
  });

beforeEach(async () => {
  dataDir = await temporaryDirectory();
  await copyCountry(dataDir);
});

/** A directory, to be filled by `push`, and its web server. */
async function servedDirectory() {
  const target = await temporaryDirectory();
  const { url } = await serveFiles(target);
  const tableUrl = (table: string) => `${url}iceberg/${table}`;
  return { target, url, tableUrl };
}

/** Rows of one snapshot in the newest metadata, as an engine reads an older one. */
function rowsAt(tableUrl: string, metadata: Metadata, snapshotId: number) {
  const { "schema-id": schema } = metadata.snapshots!.find((one) => one["snapshot-id"] === snapshotId)!;
  return icebergRead({
    tableUrl,
    metadata: { ...metadata, "current-snapshot-id": snapshotId, "current-schema-id": schema! },
  });
}

describe("the Iceberg tables of a push", () => {
  it("hold every table of the API with as many rows, and each snapshot as it was when columns came and went", async () => {
    const { target, url, tableUrl } = await servedDirectory();
    const first = await push(target, "--iceberg", url);
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    const api = await rowsByApi(dataDir);
    expect(first.stdout).toContain(`${Object.keys(api).length} Iceberg tables at ${url}iceberg/`);
    let [read, suburbs] = [0, 0];
    const tables = new Map([...someOf(Object.entries(api), 16), ["suburbs", api.suburbs]]);
    for (const [table, rows] of tables) {
      // Readers of Iceberg and of Parquet return the same rows, nested ones too.
      const all = await icebergRead({ tableUrl: tableUrl(table) });
      expect(all.length, table).toBe(rows);
      if (table === "suburbs") suburbs = all.length;
      const metadata = await icebergMetadata({ tableUrl: tableUrl(table) });
      const [{ entries }] = await icebergManifests(metadata);
      const bytes = await (await fetch(entries[0].data_file.file_path)).arrayBuffer();
      expect(Number(entries[0].data_file.file_size_in_bytes)).toBe(bytes.byteLength);
      const plain = await parquetReadObjects({ file: bytes, compressors: COMPRESSORS, rowEnd: 50 });
      expect(all.slice(0, 50), table).toEqual(plain);
      read += rows;
    }
    if (isDeepRun) expect(read).toBeGreaterThan(100_000);
    shownByProgram({
      program: "icebird",
      door: "`terrace snapshot push --iceberg`",
      read: "every table, suburbs among them",
      rows: suburbs,
      api: api.suburbs,
    });

    await change("SELECT *, 'new' AS added, 1 AS added_count FROM old OFFSET 1");
    expect((await push(target, "--iceberg", url)).exitCode).toBe(0);
    const third = await change("SELECT * EXCLUDE (added_count) FROM old OFFSET 2");
    expect((await push(target, "--iceberg", url)).exitCode).toBe(0);
    const metadata = await icebergMetadata({ tableUrl: tableUrl(TABLE) });
    const ids = metadata.snapshots!.map((one) => one["snapshot-id"]);
    expect(metadata.snapshots!.map(({ summary }) => summary["terrace.snapshot" as "operation"]).at(-1)).toBe(
      third,
    );
    expect(ids.length).toBe(3);
    const rows = await Promise.all(ids.map((id) => rowsAt(tableUrl(TABLE), metadata, id)));
    expect(rows.map((all) => all.length)).toEqual([api[TABLE], api[TABLE] - 1, api[TABLE] - 3]);
    expect((await rowsByApi(dataDir))[TABLE]).toBe(rows[2].length);
    expect(rows[1][0]).toMatchObject({ added: "new", added_count: 1 });
    expect(rows[2][0]).toEqual({ ...rows[0][3], added: "new" });
    // The same from the metadata of each push.
    for (const [i, expected] of rows.entries()) {
      const file = `v${i + 1}.metadata.json`;
      expect(await icebergRead({ tableUrl: tableUrl(TABLE), metadataFileName: file })).toEqual(expected);
    }
    // Field ids count from 1 and are never reused for another name.
    const fields = metadata.schemas.map((schema) => new Map(schema.fields.map(({ name, id }) => [name, id])));
    const width = fields[0].size;
    expect([...fields[0].values()]).toEqual(Array.from({ length: width }, (_, i) => i + 1));
    expect([fields[1].get("added"), fields[1].get("added_count")]).toEqual([width + 1, width + 2]);
    expect(fields[2].get("added")).toBe(width + 1);
    expect(metadata["last-column-id"]).toBe(width + 2);
  });

  it("are written to a bucket under the address that readers have, once, and an older snapshot is current again", async () => {
    const objects = new Map<string, Buffer>();
    const puts: string[] = [];
    const server = createServer(async (request, response) => {
      const path = request.url!;
      const isSigned = /^AWS4-HMAC-SHA256 Credential=me\//.test(request.headers.authorization ?? "");
      const held = objects.get(path);
      if (request.method === "PUT" && isSigned) {
        objects.set(path, Buffer.concat(await request.toArray()));
        puts.push(path);
        response.end();
      } else if (request.method === "DELETE" && isSigned) {
        objects.delete(path);
        response.writeHead(204).end();
      } else if (held === undefined) response.writeHead(404).end();
      else
        response
          .writeHead(200, { "content-length": held.byteLength })
          .end(request.method === "HEAD" ? "" : held);
    });
    const { url } = await listening(server, {});
    const rows = (await rowsByApi(dataDir))[TABLE];
    await publishFew();
    const [target, tableUrl] = [`${url}bucket/terrace`, `${url}bucket/terrace/iceberg/${TABLE}`];
    const one = await push(target, "--iceberg");
    expect(one).toMatchObject({ exitCode: 0, stderr: "" });
    const first = await icebergRead({ tableUrl });
    expect(first.length).toBe(rows);
    puts.length = 0;
    expect((await push(target, "--iceberg")).exitCode).toBe(0);
    // The rest already exists with the same content, so only the pointers to the current snapshot are sent.
    expect(puts.filter((path) => path.includes("iceberg"))).toEqual([]);
    const second = await change("SELECT * FROM old LIMIT 3");
    expect((await push(target, "--iceberg")).exitCode).toBe(0);
    expect((await icebergRead({ tableUrl })).length).toBe(3);
    const { snapshots } = await icebergMetadata({ tableUrl });
    const firstId = String(snapshots![0].summary["terrace.snapshot" as "operation"]);
    expect((await push(target, firstId, "--iceberg")).exitCode).toBe(0);
    expect(await icebergRead({ tableUrl })).toEqual(first);
    expect((await icebergMetadata({ tableUrl })).snapshots!.length).toBe(2);
    expect(objects.has(`/bucket/terrace/iceberg/${TABLE}/data/${second}.parquet`)).toBe(true);

    // Engines that address the bucket by another name get that name.
    expect((await push(target, second, "--iceberg", "s3://bucket/terrace")).stdout).toContain(
      "s3://bucket/terrace/iceberg/",
    );
    const metadata = await icebergMetadata({ tableUrl });
    expect(metadata.location).toBe(`s3://bucket/terrace/iceberg/${TABLE}`);
    const wrong = await push(target, "--iceberg", "bucket/terrace");
    expect([wrong.exitCode, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("is not an address such as s3://bucket/terrace/"),
    ]);
  });

  it("have neither rows nor files of what a switch withholds, or a licence has withdrawn", async () => {
    const { target, url, tableUrl } = await servedDirectory();
    await publishFew();
    await push(target, "--iceberg", url);
    const data = async (table: string) => {
      const { snapshots = [] } = await icebergMetadata({ tableUrl: tableUrl(table) });
      return snapshots.map(({ summary }) =>
        join(target, "iceberg", table, "data", `${summary["terrace.snapshot" as "operation"]}.parquet`),
      );
    };
    const [file] = await data("live_listings");
    expect(existsSync(file)).toBe(true);
    await writeFile(join(dataDir, "switches.json"), JSON.stringify({ dropListings: false }));
    expect((await push(target, "--iceberg", url)).exitCode).toBe(0);
    expect([await data("live_listings"), existsSync(file)]).toEqual([[], false]);
    await expect(icebergRead({ tableUrl: tableUrl("live_listings") })).rejects.toThrow("No current snapshot");
    expect((await data("suburbs")).length).toBe(1);
    await rm(join(dataDir, "switches.json"));
    await push(target, "--iceberg", url);
    expect((await icebergRead({ tableUrl: tableUrl("live_listings") })).length).toBeGreaterThan(0);

    // A source that was open in one snapshot and is withheld in the next.
    const directory = join(dataDir, "snapshots", /(\d{4}-\d\d-\d\d-[0-9a-f]{12})\.parquet$/.exec(file)![1]);
    const manifest = await readManifest(directory);
    const source = { ...manifest.sources[0], id: "once-open" };
    const elsewhere = await temporaryDirectory();
    const publish = (snapshotId: string, withheld: boolean) =>
      publishIceberg(
        {
          directory,
          manifest: {
            ...manifest,
            snapshotId,
            synthetic: false,
            tables: ["suburbs"],
            sources: [{ ...source, withheld }],
          },
        },
        new Map(),
        { files: directoryFiles(elsewhere), address: "https://data.example/", nowMs: 0 },
        new AbortController().signal,
      );
    const [open, closed] = ["2026-01-01-00000000000a", "2026-01-02-00000000000b"];
    const has = (id: string) => existsSync(join(elsewhere, "iceberg/suburbs/data", `${id}.parquet`));
    await publish(open, false);
    expect([has(open), has(closed)]).toEqual([true, false]);
    await publish(closed, true);
    expect([has(open), has(closed)]).toEqual([false, true]);
    const newest = JSON.parse(
      await readFile(join(elsewhere, "iceberg/suburbs/metadata/v2.metadata.json"), "utf8"),
    );
    expect(newest.snapshots.map((one: { summary: object }) => one.summary)).toEqual([
      expect.objectContaining({ "terrace.snapshot": closed }),
    ]);
  });

  it("have manifests whose fields have the numbers of the specification, not compressed", async () => {
    const { target, url } = await servedDirectory();
    await publishFew();
    await push(target, "--iceberg", url);
    await change("SELECT * FROM old LIMIT 3");
    await push(target, "--iceberg", url);
    const folder = join(target, "iceberg", TABLE, "metadata");
    const { snapshots } = JSON.parse(await readFile(join(folder, "v2.metadata.json"), "utf8"));
    const read = async (address: string) => {
      const decoder = avro.createFileDecoder(join(target, address.slice(url.length)));
      let header: { meta: Record<string, Buffer> } | undefined;
      decoder.on("metadata", (_type, _codec, seen) => {
        header = seen;
      });
      const records = (await decoder.toArray()) as Record<string, unknown>[];
      return {
        records,
        meta: Object.fromEntries(Object.entries(header!.meta).map(([key, value]) => [key, value.toString()])),
      };
    };
    const list = await read(snapshots[1]["manifest-list"]);
    expect(list.meta).toMatchObject({ "avro.codec": "null", "format-version": "2", "sequence-number": "2" });
    expect(list.records).toEqual([
      expect.objectContaining({
        added_files_count: 1,
        deleted_files_count: 1,
        added_rows_count: 3,
        min_sequence_number: 1,
      }),
    ]);
    const manifest = await read(String(list.records[0].manifest_path));
    expect(manifest.records.map(({ status, sequence_number }) => [status, sequence_number])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(JSON.parse(manifest.meta.schema).fields.length).toBeGreaterThan(3);
    const ids = (schema: string) =>
      JSON.parse(schema).fields.map((field: { "field-id": number }) => field["field-id"]);
    expect(ids(manifest.meta["avro.schema"])).toEqual([0, 1, 3, 4, 2]);
    expect(ids(list.meta["avro.schema"])).toEqual([
      500, 501, 502, 517, 515, 516, 503, 504, 505, 506, 512, 513, 514,
    ]);
  });
});

describe("schemaFor", () => {
  it("gives a name the id that it had in any schema, nested ones too, and maps all of them", () => {
    const inner = (name: string) =>
      ({ name: "deep", type: { list: { struct: [{ name, type: "date" }] } } }) as const;
    const one = schemaFor([{ name: "a", type: "integer" }, inner("x")], [], 0);
    expect(one).toMatchObject({ lastColumnId: 4, schema: { "schema-id": 0 } });
    const two = schemaFor([inner("y"), { name: "b", type: "timestamp" }], [one.schema], 4);
    expect(two).toMatchObject({ lastColumnId: 6, schema: { "schema-id": 1 } });
    const schemas = [one.schema, two.schema];
    expect(schemaFor([{ name: "a", type: "integer" }, inner("x")], schemas, 6)).toEqual({
      schema: one.schema,
      lastColumnId: 6,
    });
    expect(JSON.parse(nameMapping(schemas))).toEqual([
      { "field-id": 1, names: ["a"] },
      {
        "field-id": 2,
        names: ["deep"],
        fields: [
          {
            "field-id": 3,
            names: ["element"],
            fields: [
              { "field-id": 4, names: ["x"] },
              { "field-id": 5, names: ["y"] },
            ],
          },
        ],
      },
      { "field-id": 6, names: ["b"] },
    ]);
  });
});
