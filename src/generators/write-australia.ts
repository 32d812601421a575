import { join } from "node:path";
import { makeAustralia } from "./australia/make-australia.ts";

const folders = process.argv.slice(2);
if (folders.length === 0) {
  process.stderr.write("Usage: npm run data:australia -- <folders of publishers' files>\n");
  process.exit(2);
}
await makeAustralia(folders, join(import.meta.dirname, "../../data/australia"));
