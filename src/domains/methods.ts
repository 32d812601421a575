import type { DescMethod, DescMethodUnary } from "@bufbuild/protobuf";
import type { Engine } from "../engine/engine.ts";
import type { UnaryMethod } from "../rpc/unary-method.ts";
import { TerraceError } from "../runtime/errors.ts";
import { lazy } from "../runtime/lazy.ts";
import type { MethodOptions } from "./domain.ts";
import { DOMAINS } from "./index.ts";
import { shownView } from "./suburbs/metrics/withheld-metrics.ts";

/** Methods, and `load`, which imports all their code before the first call. */
export interface Methods {
  readonly all: readonly UnaryMethod[];
  load(): Promise<unknown>;
}

/** All methods of all domains. From now on the engine shows snapshots without what switches hide. */
export function openMethods(engine: Engine, options: MethodOptions): Methods {
  engine.showAs((view) => shownView(view, options.switches()));
  const loads: (() => Promise<unknown>)[] = [];
  const all = DOMAINS.flatMap((domain) => {
    const ready = domain.readyMethods?.(engine, options) ?? [];
    const isReady = new Set<DescMethod>(ready.map(({ desc }) => desc));
    const others = domain.samples.map(({ desc }) => desc).filter((desc) => !isReady.has(desc));
    const lazy = lazyMethods(others, async () => (await domain.methods())(engine, options));
    loads.push(lazy.load);
    const tablesOf = new Map<DescMethod, readonly string[]>(
      domain.samples.map(({ desc, tables }) => [desc, [...tables.needs, ...tables.adds]]),
    );
    return [...ready, ...lazy.all].map((method) => ({ ...method, tables: tablesOf.get(method.desc) }));
  });
  return { all, load: () => Promise.all(loads.map((load) => load())) };
}

/** Stubs of the methods that `load` returns: the first call of any loads all, later ones go straight on. */
function lazyMethods(
  descs: readonly DescMethodUnary[],
  load: () => Promise<readonly UnaryMethod[]>,
): Methods {
  let loaded: ReadonlyMap<DescMethod, UnaryMethod> | undefined;
  const loading = lazy(async () => {
    loaded = new Map((await load()).map((method) => [method.desc, method]));
    return loaded;
  });
  const found = (methods: ReadonlyMap<DescMethod, UnaryMethod>, desc: DescMethod): UnaryMethod => {
    const method = methods.get(desc);
    if (method === undefined) throw new TerraceError("internal", `no method answers ${desc.name}`);
    return method;
  };
  const all = descs.map(
    (desc): UnaryMethod => ({
      desc,
      answer: (request, context) =>
        loaded === undefined
          ? loading().then((methods) => found(methods, desc).answer(request, context))
          : found(loaded, desc).answer(request, context),
    }),
  );
  return { all, load: loading };
}
