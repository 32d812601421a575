import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../wire/free-port.ts";
import { eventually } from "./fixtures.ts";
import { removeDirectory } from "./remove-directory.ts";

const PROGRAM = "/usr/sbin/clickhouse-server";

/** Whether Debian's server is installed. */
export const HAS_CLICKHOUSE = existsSync(PROGRAM);

type Wait = (check: () => Promise<unknown>) => Promise<unknown>;

export interface TestClickHouse {
  /** `clickhouse://…` */
  readonly url: string;
  query(sql: string): Promise<string>;
  /** Kills the server; its data remains for `start`. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills the server and removes its data. */
  close(): Promise<void>;
}

/** A real ClickHouse, the only shard of the cluster `shards`. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const tcp = await freePort();
  return startNode(tcp, [tcp]);
}

/**
 * Two real ClickHouses, the shards of the cluster `shards`. Their profile skips unavailable shards, as an
 * operator's may: a query that needs all rows must say so. `wait` replaces `eventually` outside of tests.
 */
export async function startTwoClickHouses(
  wait: Wait = eventually,
): Promise<[TestClickHouse, TestClickHouse]> {
  const ports = [await freePort(), await freePort()];
  const lax = "<skip_unavailable_shards>1</skip_unavailable_shards>";
  return [await startNode(ports[0], ports, lax, wait), await startNode(ports[1], ports, lax, wait)];
}

async function startNode(
  tcp: number,
  shards: readonly number[],
  profile = "",
  wait: Wait = eventually,
): Promise<TestClickHouse> {
  const root = await mkdtemp(join(tmpdir(), "terrace-ch-"));
  const http = await freePort();
  for (const name of ["data", "tmp", "formats"]) await mkdir(join(root, name));
  const cluster = shards.map(
    (port) =>
      `<shard><replica><default_database>default</default_database><host>127.0.0.1</host><port>${port}</port></replica></shard>`,
  );
  await writeFile(
    join(root, "config.xml"),
    `<yandex>
<logger><level>warning</level><log>${root}/log</log><errorlog>${root}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>${root}/data/</path><tmp_path>${root}/tmp/</tmp_path><format_schema_path>${root}/formats/</format_schema_path>
<mark_cache_size>268435456</mark_cache_size><timezone>UTC</timezone>
<remote_servers><shards>${cluster.join("")}</shards></remote_servers>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
</yandex>`,
  );
  await writeFile(
    join(root, "users.xml"),
    `<yandex><profiles><default><max_memory_usage>1000000000</max_memory_usage>${profile}</default></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
<quotas><default></default></quotas></yandex>`,
  );
  const query = async (sql: string) => {
    const response = await fetch(`http://127.0.0.1:${http}/`, { method: "POST", body: sql });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return text;
  };
  let child: ChildProcess;
  const start = async () => {
    child = spawn(PROGRAM, [`--config-file=${root}/config.xml`], { cwd: root, stdio: "ignore" });
    await wait(() => query("SELECT 1"));
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  await start();
  return {
    url: `clickhouse://default@127.0.0.1:${http}/default`,
    query,
    kill,
    start,
    close: async () => {
      await kill();
      await removeDirectory(root);
    },
  };
}
