import { create, createFileRegistry, type DescMethod, type DescService } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { TerraceError } from "../runtime/errors.ts";
import { nearestNames } from "../runtime/nearest-names.ts";
import { CORE_SERVICE, documentedServices, productServices } from "./public-methods.ts";

const SERVICE_NAME = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
const ALL = "*";

/** Target service by alias name, or `*`: every method by its own name, whichever service has it. */
export type ServiceAliases = ReadonlyMap<string, string>;

/** Parses a comma-separated list of `older.v1.Api=*` and `older.v1.Api=package.Service`. */
export function serviceAliases(text: string): ServiceAliases {
  const entries = text.split(",").map((one) => one.trim());
  return new Map(entries.filter((one) => one !== "").map(aliasOf));
}

function aliasOf(entry: string): [name: string, target: string] {
  const [name, target, ...more] = entry.split("=").map((part) => part.trim());
  const known = productServices.map(({ typeName }) => typeName);
  const refuse = (reason: string) =>
    new TerraceError("bad_config", `serviceAlias: ${JSON.stringify(entry)} ${reason}`);
  if (!SERVICE_NAME.test(name) || target === undefined || more.length > 0) {
    throw refuse('is not a name and its target, such as "stocks.v1.CoreService=*"');
  }
  if (known.includes(name)) throw refuse("names a service that answers for itself");
  if (target !== ALL && !known.includes(target)) {
    throw refuse(`names no service that is offered; did you mean ${nearestNames(target, known, 1)[0]}?`);
  }
  return [name, target];
}

/**
 * Resolves an aliased service and method to the path of the real method; undefined if there is none.
 * CoreStocksService answers every method, as it did for older clients: three with its own defaults, the
 * others as their services do.
 */
export function aliasedPaths(
  aliases: ServiceAliases,
): (service: string, method: string) => string | undefined {
  const own = new Set(
    productServices.flatMap(({ typeName, methods }) => methods.map((m) => `${typeName}/${m.name}`)),
  );
  const byName = new Map(
    documentedServices.flatMap(({ typeName, methods }) =>
      methods.map(({ name }): [string, string] => [name, `/${typeName}/${name}`]),
    ),
  );
  const targets = new Map([...aliases, [CORE_SERVICE, CORE_SERVICE]]);
  return (service, method) => {
    const target = targets.get(service);
    if (target === undefined) return undefined;
    if (own.has(`${target}/${method}`)) return `/${target}/${method}`;
    return target === ALL || target === CORE_SERVICE ? byName.get(method) : undefined;
  };
}

/** Methods that an alias answers, in the order of their services. */
export function aliasedMethods(aliases: ServiceAliases, alias: string): readonly DescMethod[] {
  const pathOf = aliasedPaths(aliases);
  const seen = new Set<string>();
  return productServices.flatMap((service) =>
    service.methods.filter(({ name }) => {
      if (seen.has(name) || pathOf(alias, name) !== `/${service.typeName}/${name}`) return false;
      seen.add(name);
      return true;
    }),
  );
}

/** A service descriptor for an alias, for reflection. */
export function aliasService(aliases: ServiceAliases, alias: string): DescService {
  const methods = aliasedMethods(aliases, alias);
  const files = new Map(
    methods.flatMap(({ input, output }) => [input.file, output.file]).map((file) => [file.proto.name, file]),
  );
  const dot = alias.lastIndexOf(".");
  const file = create(FileDescriptorProtoSchema, {
    name: `${alias.replaceAll(".", "/")}.proto`,
    package: alias.slice(0, Math.max(0, dot)),
    syntax: "proto3",
    dependency: [...files.keys()],
    service: [
      {
        name: alias.slice(dot + 1),
        method: methods.map(({ name, input, output }) => ({
          name,
          inputType: `.${input.typeName}`,
          outputType: `.${output.typeName}`,
        })),
      },
    ],
  });
  const service = createFileRegistry(file, (name) => files.get(name)).getService(alias);
  if (service === undefined) throw new TerraceError("internal", `no service was made of ${alias}`);
  return service;
}
