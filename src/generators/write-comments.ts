import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import type { DescriptorProto, EnumDescriptorProto, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** Field numbers in descriptor.proto, of which the paths in source code info are made. */
const FILE = { message: 4, enumeration: 5, service: 6 };
const MESSAGE = { field: 2, nested: 3, enumeration: 4, oneof: 8 };
const SERVICE = { method: 2 };
const ENUM = { value: 2 };

/** Packages whose comments are documentation; those of the gRPC protocols are not ours to explain. */
const DOCUMENTED = ["shorts.v1alpha1", "stocks.v1alpha1", "terrace.v1"];

/** The text of a module with every comment of our proto files by full name, from a descriptor set with source info. */
export function commentsModule(descriptorSet: Uint8Array): string {
  const { file } = fromBinary(FileDescriptorSetSchema, descriptorSet);
  const comments = file.filter((one) => DOCUMENTED.includes(one.package)).flatMap(commentsOf);
  const rows = comments
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => `  ${JSON.stringify(name)}:\n    ${JSON.stringify(text)},\n`);
  return `// Written by \`npm run generate\` from the comments in proto/. Do not edit.
/* eslint-disable */

/** Comments by full name of the service, method, message, field, enum or enum value. */
export const comments: Readonly<Record<string, string>> = {
${rows.join("")}};
`;
}

function commentsOf(file: FileDescriptorProto): [string, string][] {
  const texts = new Map<string, string>();
  for (const { path, leadingComments } of file.sourceCodeInfo?.location ?? []) {
    if (leadingComments !== "") texts.set(path.join("."), asParagraphs(leadingComments));
  }
  const found: [string, string][] = [];
  const add = (name: string, path: readonly number[]) => {
    const text = texts.get(path.join("."));
    if (text !== undefined) found.push([name, text]);
  };
  for (const [i, service] of file.service.entries()) {
    const name = `${file.package}.${service.name}`;
    add(name, [FILE.service, i]);
    for (const [j, method] of service.method.entries()) {
      add(`${name}.${method.name}`, [FILE.service, i, SERVICE.method, j]);
    }
  }
  for (const [i, message] of file.messageType.entries()) addMessage(file.package, message, [FILE.message, i]);
  for (const [i, one] of file.enumType.entries()) addEnum(file.package, one, [FILE.enumeration, i]);
  return found;

  function addMessage(scope: string, message: DescriptorProto, path: readonly number[]): void {
    const name = `${scope}.${message.name}`;
    add(name, path);
    for (const [i, field] of message.field.entries())
      add(`${name}.${field.name}`, [...path, MESSAGE.field, i]);
    for (const [i, oneof] of message.oneofDecl.entries())
      add(`${name}.${oneof.name}`, [...path, MESSAGE.oneof, i]);
    for (const [i, nested] of message.nestedType.entries())
      addMessage(name, nested, [...path, MESSAGE.nested, i]);
    for (const [i, one] of message.enumType.entries()) addEnum(name, one, [...path, MESSAGE.enumeration, i]);
  }

  function addEnum(scope: string, one: EnumDescriptorProto, path: readonly number[]): void {
    const name = `${scope}.${one.name}`;
    add(name, path);
    for (const [i, value] of one.value.entries()) add(`${name}.${value.name}`, [...path, ENUM.value, i]);
  }
}

/** The comment with its lines joined; empty lines still part paragraphs, and words to the linter are left out. */
function asParagraphs(comment: string): string {
  return comment
    .replaceAll(/^ *buf:lint:.*\n?/gm, "")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const image = execFileSync("buf", ["build", "--as-file-descriptor-set", "-o", "-#format=binpb"], {
    cwd: join(root, "proto"),
    env: {
      ...process.env,
      PATH: [join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter),
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  await writeFile(join(root, "src", "gen", "comments.ts"), commentsModule(image));
}
