import type { Command } from "commander";
import { EXIT_CODES } from "./exit-codes.ts";

/** Examples with their meaning; the first words after `terrace` are the command. */
const EXAMPLES = [
  [
    "start",
    "build Australia from open data if there is no snapshot, then serve; says where one runs already",
  ],
  ["start --port 9000", "the same on another port"],
  ["start --synthetic", "the made-up country instead, with figures for everything"],
  ["start --synthetic --scale 0.02", "a small one, and no more"],
  ["start --trust-loopback off", "limit this machine's calls too, as a public server does"],
  ["serve --data-dir /var/lib/terrace", "serve what is published there"],
  ["serve --host 0.0.0.0 --port 80", "to everybody, not to this machine only"],
  ["serve --tls-key-file key.pem --tls-cert-file cert.pem --port 443", "over TLS"],
  ["serve --limits off", "in a private network, without limits"],
  [
    "serve --from https://data.example/terrace/ --data-dir /var/cache/terrace",
    "follow what is published elsewhere",
  ],
  ["snapshot push /srv/www/terrace", "publish for replicas behind any static web server"],
  ["snapshot push https://bucket.s3.example/terrace/", "the same to a bucket"],
  ["snapshot push /srv/www/terrace --iceberg https://data.example/", "with Iceberg tables at that address"],
  ["snapshot delta", "keep Delta tables next to the snapshots, a version a publication"],
  ["demo", "the whole synthetic country"],
  ["demo --scale 0.02", "a small one, built in seconds"],
  ["generate my-dataset --scale 0.02", "its dataset only, to look at or to change"],
  ["import downloads --out australia", "publishers' files to a dataset"],
  ["import downloads --out australia --merge", "the same, and what earlier imports brought"],
  ["import --real --out australia", "what a real Australia needs, ticked off"],
  ["import postgres://reader@db.example/feed --mapping feed.json --out australia", "from a database"],
  ["import clickhouse://reader@ch.example:8123/feed --reduce --out listing-days", "events reduced there"],
  ["import --explain 2021Census_G02_AUST_SAL.csv", "how a file would be read"],
  ["coverage australia", "how much of a dataset is real"],
  ["coverage australia --json", "the same, for a program"],
  ["update downloads", "newer files into Australia from open data, built and published, with what changed"],
  ["snapshot build australia", "a snapshot that waits to be published"],
  ["snapshot build australia --publish --strict", "publish it, if no row is refused"],
  ["snapshot publish 2026-11-13-0123456789ab", "make a snapshot current by its id"],
  ["snapshot publish /mnt/usb/2026-11-13-0123456789ab", "copy one from elsewhere and make it current"],
  ["snapshot verify", "check the current snapshot"],
  ["snapshot verify 2026-11-13-0123456789ab --json", "check another one, for a program"],
  ["snapshot list --json", "every snapshot, for a program"],
  ["snapshot tag 2026-11-13-0123456789ab budget", "serve it under /at/budget/ too, and keep it"],
  ["snapshot untag budget", "let it be removed"],
  ["snapshot retain --retain-snapshots 1", "keep the newest, the current and those in use"],
  ["snapshot diff 2026-11-13-0123456789ab 2026-12-13-ba9876543210", "what changed between two snapshots"],
  [
    'query "select state_code, count(*) from suburbs group by all"',
    "a question in SQL over the plain tables",
  ],
  ['query filter NSW "price < 900000" --metrics price,income --sort -income', "suburbs by a condition"],
  ["query drops suburbs VIC --format csv --out drops.csv", "the rows of a method as a file"],
  ["load postgres://terrace@db.example/analysis", "the tables for Metabase, Grafana, QGIS or dbt"],
  ["load clickhouse://db.example:8123 --schema housing", "the same for ClickHouse"],
  ["sql", "SQL line by line, with completion and history"],
  ["hooks add https://hooks.example/terrace --kinds suburb,series", "signed messages about what changes"],
  ["hooks list --json", "who gets messages, what waits, and what was given up"],
  ["hooks retry hook-0123456789ab", "send what was given up again"],
  ["hooks remove hook-0123456789ab", "no more messages"],
  ["mcp --data-dir /var/lib/terrace", "tools for an assistant, over standard input and output"],
  ["token mint --user acme --tier pro", "an API token, signed with TERRACE_TOKEN_SECRET"],
  ["token inspect eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln", "what a token says, and whether it is good"],
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
