import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export interface MarkdownBlock {
  readonly file: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** The info string: sh, ts, json … */
  readonly language: string;
  readonly text: string;
}

const ROOT = resolve(import.meta.dirname, "../../..");

/** Every block of the documentation: README.md, the pages of data/ and proto/. */
export function documentationBlocks(): MarkdownBlock[] {
  const inFolder = (folder: string) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`);
  return ["README.md", ...["data/guides", "data/tables"].flatMap(inFolder), ...inFolder("proto")].flatMap(
    blocksOf,
  );
}

function blocksOf(file: string): MarkdownBlock[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return Array.from(text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), (match) => ({
    file,
    line: text.slice(0, match.index).split("\n").length,
    language: match[1],
    text: match[2],
  }));
}

/** The commands of a shell block: continuation lines joined, comments and blank lines removed. */
export function commandsOf(block: MarkdownBlock): string[] {
  return block.text
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
