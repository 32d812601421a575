import { readFileSync } from "node:fs";
import { fromBinary } from "@bufbuild/protobuf";
import type { DescriptorProto, EnumDescriptorProto, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

/** Field numbers in descriptor.proto, of which the paths in source code info are made. */
const FILE = { message: 4, enumeration: 5, service: 6 };
const MESSAGE = { field: 2, nested: 3, enumeration: 4, oneof: 8 };
const SERVICE = { method: 2 };
const ENUM = { value: 2 };

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

function commentsOf(file: FileDescriptorProto): [string, string][] {
  const texts = new Map<string, string>();
  for (const { path, leadingComments } of file.sourceCodeInfo!.location) {
    texts.set(path.join("."), leadingComments);
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
