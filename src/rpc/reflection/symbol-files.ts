import type { DescEnum, DescExtension, DescFile, DescMessage } from "@bufbuild/protobuf";

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
    for (const service of file.services) {
      bySymbol.set(service.typeName, file);
      for (const method of service.methods) bySymbol.set(`${service.typeName}.${method.name}`, file);
    }
    for (const message of file.messages) addMessage(message);
    for (const enumeration of file.enums) addEnum(enumeration);
    for (const extension of file.extensions) addExtension(extension);
    for (const imported of file.dependencies) addFile(imported);
  }

  function addMessage(message: DescMessage): void {
    bySymbol.set(message.typeName, message.file);
    for (const field of message.fields) bySymbol.set(`${message.typeName}.${field.name}`, message.file);
    for (const nested of message.nestedMessages) addMessage(nested);
    for (const nested of message.nestedEnums) addEnum(nested);
    for (const nested of message.nestedExtensions) addExtension(nested);
  }

  function addEnum(enumeration: DescEnum): void {
    bySymbol.set(enumeration.typeName, enumeration.file);
    // The values of an enum are named in the scope around it, as the language rules say.
    const scope = enumeration.typeName.slice(0, -enumeration.name.length);
    for (const value of enumeration.values) bySymbol.set(`${scope}${value.name}`, enumeration.file);
  }

  function addExtension(extension: DescExtension): void {
    bySymbol.set(extension.typeName, extension.file);
    const numbers = extensions.get(extension.extendee.typeName) ?? new Map<number, DescFile>();
    numbers.set(extension.number, extension.file);
    extensions.set(extension.extendee.typeName, numbers);
  }
}
