import type { DescFile } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";

/** Where each name of a set of proto files, imports included, is declared. */
export interface SymbolFiles {
  /** By path such as `shorts/v1alpha1/housing.proto`. */
  readonly byName: ReadonlyMap<string, DescFile>;
  /** By full name of a service, method, message, field, enum, enum value or extension. */
  readonly bySymbol: ReadonlyMap<string, DescFile>;
  /** By extended message, then field number. */
  readonly extensions: ReadonlyMap<string, ReadonlyMap<number, DescFile>>;
}

export function symbolFiles(files: readonly DescFile[]): SymbolFiles {
  const byName = new Map<string, DescFile>();
  const bySymbol = new Map<string, DescFile>();
  const extensions = new Map<string, Map<number, DescFile>>();
  for (const file of files) addFile(file);
  return { byName, bySymbol, extensions };

  function addFile(file: DescFile): void {
    const path = file.proto.name;
    if (byName.has(path)) return;
    byName.set(path, file);
    for (const type of nestedTypes(file)) {
      bySymbol.set(type.typeName, file);
      if (type.kind === "service")
        for (const method of type.methods) bySymbol.set(`${type.typeName}.${method.name}`, file);
      else if (type.kind === "message")
        for (const field of type.fields) bySymbol.set(`${type.typeName}.${field.name}`, file);
      else if (type.kind === "enum") {
        // The values of an enum are named in the scope around it, as the language rules say.
        const scope = type.typeName.slice(0, -type.name.length);
        for (const value of type.values) bySymbol.set(`${scope}${value.name}`, file);
      } else {
        const numbers = extensions.get(type.extendee.typeName) ?? new Map<number, DescFile>();
        extensions.set(type.extendee.typeName, numbers.set(type.number, file));
      }
    }
    for (const imported of file.dependencies) addFile(imported);
  }
}
