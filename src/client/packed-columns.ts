import {
  clone,
  createFileRegistry,
  type DescMessage,
  type DescMethodUnary,
  type FileRegistry,
  type Message,
} from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import {
  file_shorts_v1alpha1_housing,
  HousingService,
  SuburbMetricColumnSchema,
} from "../gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService, file_terrace_v1_explorer } from "../gen/terrace/v1/explorer_pb.ts";
import { FrameColumn } from "./frame-column.ts";

/** A column whose floats are still packed bytes: little-endian, four per value. */
export interface PackedColumn {
  readonly metricKey: string;
  readonly values: Uint8Array;
  readonly nullMask: Uint8Array;
  readonly categoryLabels: readonly string[];
}

export type PackedColumns = Message & {
  readonly columns: readonly PackedColumn[];
  readonly indexVersion: string;
};

let registry: FileRegistry | undefined;

/** The method from the registry in which `values` is a bytes field. */
function packedMethod<Input extends DescMessage>({ parent, localName }: DescMethodUnary<Input>) {
  registry ??= packedRegistry();
  return registry.getService(parent.typeName)?.method[localName] as DescMethodUnary<Input>;
}

/**
 * GetSuburbMetricColumns decoded without unpacking floats. A packed list and a bytes field have the same wire
 * format, so with `values` declared as bytes the decoder returns the block unchanged instead of an array of
 * numbers.
 */
export const packedColumnsMethod = () => packedMethod(HousingService.method.getSuburbMetricColumns);

export const packedGetColumns = () => packedMethod(ExplorerService.method.getColumns);

/** Both services' files with SuburbMetricColumn.values redeclared as bytes. */
function packedRegistry(): FileRegistry {
  const file = clone(FileDescriptorProtoSchema, file_shorts_v1alpha1_housing.proto);
  const column = file.messageType.find((message) => message.name === SuburbMetricColumnSchema.name);
  const values = column?.field.find((field) => field.name === SuburbMetricColumnSchema.field.values.name);
  if (values === undefined) throw new TypeError(`${SuburbMetricColumnSchema.typeName} has no values`);
  values.type = FieldDescriptorProto_Type.BYTES;
  values.label = FieldDescriptorProto_Label.OPTIONAL;
  delete values.options;
  const known = [...file_shorts_v1alpha1_housing.dependencies, ...file_terrace_v1_explorer.dependencies];
  return createFileRegistry(file_terrace_v1_explorer.proto, (name) =>
    name === file.name ? file : known.find((one) => one.proto.name === name),
  );
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The columns of an answer; JSON answers carry plain numbers instead of bytes. */
export function frameColumns({ columns, indexVersion }: PackedColumns, isBinary: boolean): FrameColumn[] {
  return columns.map(({ metricKey: key, values, nullMask, categoryLabels: labels }) => {
    const floats = isBinary ? floatsFromBytes(values) : Float32Array.from(values as unknown as number[]);
    return new FrameColumn({ key, values: floats, nullMask: nullMask.slice(), labels, indexVersion });
  });
}

function floatsFromBytes(bytes: Uint8Array): Float32Array {
  const copy = bytes.slice();
  if (isLittleEndian) return new Float32Array(copy.buffer, copy.byteOffset, copy.byteLength >> 2);
  const view = new DataView(copy.buffer, copy.byteOffset, copy.byteLength);
  return Float32Array.from({ length: copy.byteLength >> 2 }, (_, i) => view.getFloat32(i * 4, true));
}
