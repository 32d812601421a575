import type { Command } from "commander";
import { EXIT_CODES } from "./exit-codes.ts";

/** Examples with their meaning; the first words after `terrace` are the command. */
const EXAMPLES = [
  ["start", "build Australia from open data if there is no snapshot, then serve it"],
  ["start --port 9000", "use another port"],
  ["start --synthetic", "serve a synthetic country instead, with data for every feature"],
  ["start --synthetic --scale 0.02", "only a small synthetic country"],
  ["start --trust-loopback off", "rate-limit local calls too, as on a public server"],
  ["serve --data-dir /var/lib/terrace", "serve the published snapshot of this data directory"],
  ["serve --host 0.0.0.0 --port 80", "accept calls from other machines"],
  ["serve --tls-key-file key.pem --tls-cert-file cert.pem --port 443", "serve over TLS"],
  ["serve --limits off", "without rate limits, on a private network"],
  [
    "serve --from https://data.example/terrace/ --data-dir /var/cache/terrace",
    "replicate another server's published data",
  ],
  ["snapshot push /srv/www/terrace", "publish for replicas, through any static web server"],
  ["snapshot push https://bucket.s3.example/terrace/", "upload to an S3-compatible bucket"],
  [
    "snapshot push /srv/www/terrace --iceberg https://data.example/",
    "also write Iceberg tables for that URL",
  ],
  ["snapshot delta", "keep Delta tables next to the snapshots, one version per publication"],
  ["demo", "build and publish the whole synthetic country"],
  ["demo --scale 0.02", "build a small one in seconds"],
  ["generate my-dataset --scale 0.02", "write only its dataset, to inspect or edit"],
  ["import downloads --out australia", "convert publishers' files to a dataset"],
  ["import downloads --out australia --merge", "add to the result of earlier imports"],
  ["import --real --out australia", "checklist of the files for a real Australia"],
  ["import postgres://reader@db.example/feed --mapping feed.json --out australia", "import from a database"],
  [
    "import clickhouse://reader@ch.example:8123/feed --reduce --out listing-days",
    "reduce events in ClickHouse",
  ],
  ["import --explain 2021Census_G02_AUST_SAL.csv", "dry run: show how a file would be read"],
  ["coverage australia", "show how much of a dataset is real"],
  ["coverage australia --json", "the same as JSON"],
  ["update downloads", "merge newer files into Australia from open data, then build and publish"],
  ["snapshot build australia", "build a snapshot without publishing it"],
  ["snapshot build australia --publish --strict", "build and publish, unless a row is rejected"],
  ["snapshot publish 2026-11-13-0123456789ab", "make a snapshot current, for example to roll back"],
  ["snapshot publish /mnt/usb/2026-11-13-0123456789ab", "copy a snapshot here and make it current"],
  ["snapshot verify", "check the current snapshot against its checksums"],
  ["snapshot verify 2026-11-13-0123456789ab --json", "verify another one, as JSON"],
  ["snapshot list --json", "list the snapshots as JSON"],
  ["snapshot tag 2026-11-13-0123456789ab budget", "serve it under /at/budget/ too, and never prune it"],
  ["snapshot untag budget", "allow it to be pruned"],
  ["snapshot retain --retain-snapshots 1", "prune all but the newest, the current and those in use"],
  ["snapshot diff 2026-11-13-0123456789ab 2026-12-13-ba9876543210", "compare two snapshots"],
  ['query "select state_code, count(*) from suburbs group by all"', "query the plain tables in SQL"],
  ['query filter NSW "price < 900000" --metrics price,income --sort -income', "find suburbs by a condition"],
  ["query drops suburbs VIC --format csv --out drops.csv", "write the rows of a method to a file"],
  ["load postgres://terrace@db.example/analysis", "load the tables for Metabase, Grafana, QGIS or dbt"],
  ["load clickhouse://db.example:8123 --schema housing", "load the tables into ClickHouse"],
  ["sql", "interactive SQL shell with completion and history"],
  ["hooks add https://hooks.example/terrace --kinds suburb,series", "add a webhook for data changes"],
  ["hooks list --json", "list webhooks with pending and failed deliveries"],
  ["hooks retry hook-0123456789ab", "retry failed deliveries"],
  ["hooks remove hook-0123456789ab", "remove a webhook"],
  ["mcp --data-dir /var/lib/terrace", "MCP tools for an AI assistant over stdio"],
  ["token mint --user acme --tier pro", "create an API token, signed with TERRACE_TOKEN_SECRET"],
  ["token inspect eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln", "show the claims of a token and whether it is valid"],
] as const;

export function addHelpTexts(program: Command): void {
  program.addHelpText("after", helpText(""));
  const visit = (command: Command, path: string) => {
    for (const child of command.commands) {
      const childPath = `${path}${child.name()} `;
      child.addHelpText("after", helpText(childPath));
      visit(child, childPath);
    }
  };
  visit(program, "");
}

function helpText(path: string): string {
  const examples = EXAMPLES.filter(([line]) => `${line} `.startsWith(path));
  const width = Math.max(0, ...examples.map(([line]) => line.length));
  const lines = examples.map(([line, meaning]) => `  terrace ${line.padEnd(width)}  ${meaning}`);
  const codes = Object.values(EXIT_CODES).map(({ code, doc }) => `  ${String(code).padStart(3)}  ${doc}`);
  return ["", ...(lines.length === 0 ? [] : ["Examples:", ...lines, ""]), "Exit codes:", ...codes].join("\n");
}
