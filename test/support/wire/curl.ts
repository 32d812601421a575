import { parseArgs } from "node:util";

// The part of curl that the documentation uses: one URL, headers, an agent and a body. Other flags are
// errors.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    "show-error": { type: "boolean", short: "S" },
    "user-agent": { type: "string", short: "A" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" },
  },
});
const headers = new Headers(values.header?.map((line) => line.split(/:\s*/, 2) as [string, string]));
headers.set("user-agent", values["user-agent"] ?? "curl/8.0");
const response = await fetch(positionals[0], {
  method: values.data === undefined ? "GET" : "POST",
  headers,
  ...(values.data === undefined ? {} : { body: values.data }),
});
process.stdout.write(await response.text());
