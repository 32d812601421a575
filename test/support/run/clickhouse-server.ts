import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../wire/free-port.ts";
import { eventually } from "./eventually.ts";
import { removeDirectory } from "./remove-directory.ts";

const PROGRAM = "/usr/sbin/clickhouse-server";

/** Whether this machine has Debian's server. */
export const HAS_CLICKHOUSE = existsSync(PROGRAM);

export interface TestClickHouse {
  /** `clickhouse://…` */
  readonly url: string;
  query(sql: string): Promise<string>;
  stop(): Promise<void>;
}

/** A real ClickHouse with two shards, which are the databases shard_0 and shard_1 of the one server. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const root = await mkdtemp(join(tmpdir(), "terrace-ch-"));
  const [http, tcp] = [await freePort(), await freePort()];
  for (const name of ["data", "tmp", "formats"]) await mkdir(join(root, name));
  const shard = (i: number) =>
    `<shard><replica><default_database>shard_${i}</default_database><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`;
  await writeFile(
    join(root, "config.xml"),
    `<yandex>
<logger><level>warning</level><log>${root}/log</log><errorlog>${root}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
<path>${root}/data/</path><tmp_path>${root}/tmp/</tmp_path><format_schema_path>${root}/formats/</format_schema_path>
<mark_cache_size>268435456</mark_cache_size><timezone>UTC</timezone>
<remote_servers><shards>${shard(0)}${shard(1)}</shards></remote_servers>
<users_config>users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database>
</yandex>`,
  );
  await writeFile(
    join(root, "users.xml"),
    `<yandex><profiles><default><max_memory_usage>1000000000</max_memory_usage></default></profiles>
<users><default><password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users>
<quotas><default></default></quotas></yandex>`,
  );
  const child = spawn(PROGRAM, [`--config-file=${root}/config.xml`], { cwd: root, stdio: "ignore" });
  const ended = once(child, "exit");
  const query = async (sql: string) => {
    const response = await fetch(`http://127.0.0.1:${http}/`, { method: "POST", body: sql });
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return text;
  };
  await eventually(() => query("SELECT 1"));
  return {
    url: `clickhouse://default@127.0.0.1:${http}/default`,
    query,
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
      await removeDirectory(root);
    },
  };
}
