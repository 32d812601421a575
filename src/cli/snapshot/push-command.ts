import type { Command } from "commander";
import type { Config } from "../../config/config.ts";
import { badConfig } from "../../runtime/errors.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../snapshot/store/open.ts";
import { publishSnapshot } from "../../snapshot/store/publish.ts";
import { addSettings, configurationOf } from "../configuration.ts";
import type { Terminal } from "../terminal.ts";
import { keepDelta } from "./retain-after-publication.ts";
import { snapshotDirectory } from "./snapshot-directory.ts";

/** Adds `snapshot push`: a snapshot to where other machines follow it. */
export function addPush(parent: Command, terminal: Terminal): void {
  const command = parent
    .command("push")
    .argument("<target>", "a directory, or the https address of a folder in an S3-compatible bucket")
    .argument("[snapshot]", "id or directory of the snapshot; the current one unless given")
    .description(
      "write a snapshot where replicas follow it with serve --from, and name it current there last",
    );
  addSettings(command, ["dataDir"]).action(
    async (target: string, name: string | undefined, flags: Record<string, unknown>) => {
      const config = configurationOf(flags, terminal);
      const path = name === undefined ? config.dataDir : await snapshotDirectory(name, config.dataDir);
      const snapshot = await openSnapshotDirectory(path, { signal: terminal.signal });
      try {
        terminal.out(await push(snapshot, target, config, terminal));
      } finally {
        await snapshot.pin.release().catch(() => {});
      }
    },
  );
}

/** What to say of a snapshot that is current where it was sent. */
async function push(
  snapshot: VerifiedSnapshot,
  target: string,
  config: Config,
  terminal: Terminal,
): Promise<string> {
  if (!/^https?:\/\//.test(target)) {
    const { snapshotId } = await publishSnapshot(snapshot.directory, target);
    await keepDelta({ ...config, dataDir: target }, terminal);
    return `${snapshotId} is current in ${target}`;
  }
  const { pushToBucket } = await import("../../snapshot/remote/push-snapshot.ts");
  const address = new URL(target.endsWith("/") ? target : `${target}/`);
  const bucket = { address, key: bucketKey(terminal.env), now: () => new Date(terminal.now()) };
  const { sentBytes, files } = await pushToBucket(snapshot, bucket, terminal.signal);
  return `${snapshot.manifest.snapshotId} is current at ${address}; ${files} files, ${sentBytes} bytes sent`;
}

/** The key comes from the environment only: flags show in the list of processes. */
function bucketKey(env: Terminal["env"]) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw badConfig("a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
  }
  return { accessKeyId, secretAccessKey, region: env.AWS_REGION ?? "us-east-1" };
}
