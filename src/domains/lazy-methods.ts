import type { DescMethod, DescMethodUnary } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { TerraceError } from "../runtime/errors.ts";
import { loadOnce } from "../runtime/lazy.ts";
import { productServices } from "./public-methods.ts";
import type { ServiceOptions } from "./service-methods.ts";
import { suburbColumnsMethods } from "./suburbs/column-service.ts";

/**
 * Every method that Terrace answers, like serviceMethods; but the code of those that read tables is loaded with the first
 * call of one, so that a server answers filters before.
 */
export function lateServiceMethods(engine: Engine, options: ServiceOptions): UnaryMethod[] {
  const columns = suburbColumnsMethods(engine);
  const ready = new Set<DescMethod>(columns.map((method) => method.desc));
  const late = productServices.flatMap((service) => service.methods).filter((desc) => !ready.has(desc));
  return [
    ...columns,
    ...lateMethods(late as DescMethodUnary[], async () => {
      const { tableMethods } = await import("./table-methods.ts");
      return tableMethods(engine, options);
    }),
  ];
}

/** Methods that stand in for those `load` resolves to: the first call of any loads all, and later ones go straight through. */
export function lateMethods(
  descs: readonly DescMethodUnary[],
  load: () => Promise<readonly UnaryMethod[]>,
): UnaryMethod[] {
  let loaded: ReadonlyMap<DescMethod, UnaryMethod> | undefined;
  const loading = loadOnce(async () => {
    loaded = new Map((await load()).map((method) => [method.desc, method]));
    return loaded;
  });
  const found = (methods: ReadonlyMap<DescMethod, UnaryMethod>, desc: DescMethod): UnaryMethod => {
    const method = methods.get(desc);
    if (method === undefined) throw new TerraceError("internal", `no method answers ${desc.name}`);
    return method;
  };
  return descs.map((desc) => ({
    desc,
    answer: (request, context) =>
      loaded === undefined
        ? loading().then((methods) => found(methods, desc).answer(request, context))
        : found(loaded, desc).answer(request, context),
  }));
}
