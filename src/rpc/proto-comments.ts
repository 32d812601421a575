import { readFileSync } from "node:fs";
import { type DescMessage, fromBinary } from "@bufbuild/protobuf";
import {
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";

let all: ReadonlyMap<string, string> | undefined;

/** The comments of our proto files by full name of what they are about; read when documents are first asked for. */
export function protoComments(): ReadonlyMap<string, string> {
  all ??= readComments(readFileSync(new URL("../gen/descriptors.binpb", import.meta.url)));
  return all;
}

/** The comment of a service, method, message, field, enum or enum value; "" when it has none. */
export function protoComment(fullName: string): string {
  return protoComments().get(fullName) ?? "";
}

function readComments(descriptorSet: Uint8Array): Map<string, string> {
  const { file } = fromBinary(FileDescriptorSetSchema, descriptorSet);
  return new Map(file.flatMap(commentsOf).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The comment of each thing that a file declares and the file's source has a place for. */
function commentsOf(file: FileDescriptorProto): [string, string][] {
  return file.sourceCodeInfo!.location.flatMap(({ path, leadingComments }) => {
    const name = nameAt(file, path);
    return name === undefined ? [] : [[name, leadingComments]];
  });
}

/** The full name of what is at a path: numbers of fields of descriptor.proto, each with a place in its list. */
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
