import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { badConfig, invalidArgument } from "../../runtime/errors.ts";
import type { RemoteFiles } from "../../snapshot/remote/push-snapshot.ts";
import { whileHeld } from "../../snapshot/store/claims.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../snapshot/store/open.ts";
import { publishSnapshot } from "../../snapshot/store/publish.ts";
import { runCommandWith, switchesOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { keepDelta } from "./retain-after-publication.ts";
import { snapshotDirectory } from "./snapshot-directory.ts";

/** Adds `snapshot push`: publishes a snapshot to a directory or bucket that replicas follow. */
export function addPush(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("push")
    .argument("<target>", "a directory, or the https URL of a folder in an S3-compatible bucket")
    .argument("[snapshot]", "id or directory of the snapshot (default: the current one)")
    .option(
      "--iceberg [address]",
      "also write the tables as Iceberg tables, with this base URL for readers (default: the target's)",
    )
    .description(
      "upload a snapshot for replicas that follow it with serve --from, and make it current there",
    );
  runCommandWith(command, terminal, ["dataDir"], async ({ config, flags }, target: string, name?: string) => {
    const iceberg = icebergAddress(flags.iceberg);
    // Loaded before anything is sent, so that a missing optional package fails first.
    if (iceberg !== undefined) await import("../../publishers/iceberg/publish-iceberg.ts");
    const path = name === undefined ? config.dataDir : await snapshotDirectory(name, config.dataDir);
    const snapshot = await openSnapshotDirectory(path, { signal: terminal.signal });
    await whileHeld(snapshot.pin, async () =>
      terminal.out(await push(snapshot, target, { config, iceberg }, terminal)),
    );
  });
}

async function push(
  snapshot: VerifiedSnapshot,
  target: string,
  { config, iceberg }: { readonly config: Config; readonly iceberg: string | undefined },
  terminal: Terminal,
): Promise<string> {
  const { bucketFiles, directoryFiles, pushToBucket } = await import(
    "../../snapshot/remote/push-snapshot.ts"
  );
  const { snapshotId } = snapshot.manifest;
  if (!/^https?:\/\//.test(target)) {
    await publishSnapshot(snapshot.directory, target);
    await keepDelta({ ...config, dataDir: target }, terminal);
    const read = iceberg === "" ? pathToFileURL(resolve(target)).href : iceberg;
    const tables = await pushIceberg(snapshot, read, directoryFiles(target), config, terminal);
    return `${snapshotId} is current in ${target}${tables}`;
  }
  const address = new URL(target.endsWith("/") ? target : `${target}/`);
  const bucket = { address, key: bucketKey(terminal.env), now: () => new Date(terminal.now()) };
  const { sentBytes, files } = await pushToBucket(snapshot, bucket, terminal.signal);
  const read = iceberg === "" ? address.href : iceberg;
  const tables = await pushIceberg(snapshot, read, bucketFiles(bucket, terminal.signal), config, terminal);
  return `${snapshotId} is current at ${address}; ${files} files, ${sentBytes} bytes uploaded${tables}`;
}

/** Writes the tables as Iceberg tables and returns the text to append; "" when `address` is undefined. */
async function pushIceberg(
  snapshot: VerifiedSnapshot,
  address: string | undefined,
  files: RemoteFiles,
  config: Config,
  terminal: Terminal,
): Promise<string> {
  if (address === undefined) return "";
  const { publishIceberg } = await import("../../publishers/iceberg/publish-iceberg.ts");
  const { hiddenTables } = await import("../../domains/withheld-tables.ts");
  const base = address.endsWith("/") ? address : `${address}/`;
  const hidden = hiddenTables(switchesOf(config, terminal)());
  const target = { files, address: base, nowMs: terminal.now() };
  const tables = await publishIceberg(snapshot, hidden, target, terminal.signal);
  return `; ${tables} Iceberg tables at ${base}iceberg/`;
}

/** The address that `--iceberg` names; "" (the target's) when it has no value, undefined without the flag. */
function icebergAddress(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (given === true) return "";
  const text = String(given);
  if (URL.canParse(text) && /^(https?|s3a?|gs|abfss?|hdfs|file):$/.test(new URL(text).protocol)) return text;
  throw invalidArgument(`--iceberg "${text}" is not an address such as s3://bucket/terrace/`);
}

/** From the environment only: flags show in the process list. */
function bucketKey(env: Terminal["env"]) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw badConfig("a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
  }
  return { accessKeyId, secretAccessKey, region: env.AWS_REGION ?? "us-east-1" };
}
