import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  FieldDescriptorProtoSchema,
  FileDescriptorSetSchema,
  MethodDescriptorProtoSchema,
  type SourceCodeInfo_Location,
  SourceCodeInfo_LocationSchema,
} from "@bufbuild/protobuf/wkt";

/** Packages whose comments are kept; the gRPC protocols' own packages are left out. */
const DOCUMENTED = ["marketdata.v1", "shorts.v1alpha1", "stocks.v1alpha1", "terrace.v1"];

/** Keeps names and comments of a descriptor set with source info; the types are in the generated code. */
export function commentedDescriptors(descriptorSet: Uint8Array): Uint8Array {
  const { file } = fromBinary(FileDescriptorSetSchema, descriptorSet);
  const documented = file.filter((one) => DOCUMENTED.includes(one.package));
  for (const { sourceCodeInfo, messageType, service } of documented) {
    sourceCodeInfo!.location = sourceCodeInfo!.location.flatMap(withoutPosition);
    for (const message of messageType) keepNames(message);
    for (const one of service) {
      one.method = one.method.map(({ name }) => create(MethodDescriptorProtoSchema, { name }));
    }
  }
  return toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: documented }));
}

function keepNames(message: DescriptorProto): void {
  message.field = message.field.map(({ name }) => create(FieldDescriptorProtoSchema, { name }));
  for (const nested of message.nestedType) keepNames(nested);
}

/** The path and comment of a location without its position; empty for a location without a comment. */
function withoutPosition({ path, leadingComments }: SourceCodeInfo_Location): SourceCodeInfo_Location[] {
  const text = asParagraphs(leadingComments);
  return text === "" ? [] : [create(SourceCodeInfo_LocationSchema, { path, leadingComments: text })];
}

/** Joins the lines of each paragraph; drops buf:lint directives. */
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
  await writeFile(join(root, "src", "gen", "descriptors.binpb"), commentedDescriptors(image));
}
