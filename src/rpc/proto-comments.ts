import { readFileSync } from "node:fs";
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";

let all: ReadonlyMap<string, string> | undefined;

/** Comments of our proto files by full name; read from the descriptor set on first use. */
export function protoComments(): ReadonlyMap<string, string> {
  all ??= readComments(readFileSync(new URL("../gen/descriptors.binpb", import.meta.url)));
  return all;
}

/** The comment of a service, method, message, field, enum or enum value; "" if it has none. */
export function protoComment(fullName: string): string {
  return protoComments().get(fullName) ?? "";
}

function readComments(descriptorSet: Uint8Array): Map<string, string> {
  const { file } = fromBinary(FileDescriptorSetSchema, descriptorSet);
  return new Map(file.flatMap(commentsOf).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Name and comment of each declaration with a source location. */
function commentsOf(file: FileDescriptorProto): [string, string][] {
  return file.sourceCodeInfo!.location.flatMap(({ path, leadingComments }) => {
    const name = nameAt(file, path);
    return name === undefined ? [] : [[name, leadingComments]];
  });
}

/** Full name at a source path: alternating field numbers of descriptor.proto and list indexes. */
function nameAt(file: FileDescriptorProto, path: readonly number[]): string | undefined {
  if (path.length === 0 || path.length % 2 !== 0) return undefined;
  const names = [file.package];
  let schema: DescMessage = FileDescriptorProtoSchema;
  let message: { readonly name?: string } = file;
  for (let i = 0; i < path.length; i += 2) {
    const field = schema.fields.find(({ number }) => number === path[i])!;
    if (field.message === undefined || field.localName === "extension") return undefined;
    const list = (message as Record<string, readonly { readonly name?: string }[]>)[field.localName];
    message = list[path[i + 1]];
    const { name } = message;
    if (name === undefined) return undefined;
    names.push(name);
    schema = field.message;
  }
  return names.join(".");
}
