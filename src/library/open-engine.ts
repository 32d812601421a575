import type { DescService, MessageInitShape } from "@bufbuild/protobuf";
import type { StateCode } from "../dataset/states.ts";
import { openMethods } from "../domains/methods.ts";
import { filterSuburbsNow } from "../domains/suburbs/column-service.ts";
import type { Engine } from "../engine/engine.ts";
import { EconomyService } from "../gen/shorts/v1alpha1/economy_pb.ts";
import {
  type FilterSuburbsRequestSchema,
  type FilterSuburbsResponse,
  HousingService,
} from "../gen/shorts/v1alpha1/housing_pb.ts";
import { PoliticiansService } from "../gen/shorts/v1alpha1/politicians_pb.ts";
import { ExplorerService } from "../gen/terrace/v1/explorer_pb.ts";
import type { Switches } from "../rpc/switches.ts";
import type { CallContext, UnaryMethod } from "../rpc/unary-method.ts";
import { invalidArgument } from "../runtime/errors.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { type AskOptions, DEFAULT_TIMEOUT_MS } from "./ask-method.ts";
import { check, checkedOptions, type OptionKinds, settingRange } from "./check-options.ts";
import { type OpenedSource, openSource } from "./open-source.ts";
import { type Questions, questionsOf } from "./questions.ts";
import { readRequest } from "./read-request.ts";
import { shown } from "./shown.ts";
import { type SuburbOutline, suburbOutlines } from "./suburb-outlines.ts";

export interface OpenEngineOptions {
  /** Worker threads that evaluate filters. Default 0: evaluated in the calling thread. */
  readonly filterThreads?: number | undefined;
  /** Table queries that run at once; default 4. */
  readonly sqlConnections?: number | undefined;
  /** Calls that may queue for a table query; default 256. More are shed as `unavailable`. */
  readonly sqlWaiting?: number | undefined;
  /**
   * Default deadline of calls in milliseconds; 30,000 unless given, Infinity for none. A call's own
   * `timeoutMs` overrides it. A late call rejects with `deadline_exceeded`.
   */
  readonly timeoutMs?: number | undefined;
  /** Follow CURRENT of a data directory: a newly published snapshot takes over between calls. */
  readonly follow?: boolean | undefined;
  /** Data that is switched off; a function is called on every call. By default everything is on. */
  readonly switches?: Switches | (() => Switches) | undefined;
  /** The clock; default: the system's. */
  readonly now?: (() => Date) | undefined;
  /** Called after another snapshot has become current. */
  readonly onSwap?: ((snapshotId: string) => void) | undefined;
  /** Called when a newly published snapshot was rejected; the previous one keeps answering. */
  readonly onRefuse?: ((snapshotId: string | undefined, error: unknown) => void) | undefined;
  /** Called when a filter thread ended unexpectedly; another replaces it. */
  readonly onThreadEnd?: ((error: Error | undefined) => void) | undefined;
  /** Called when an optional part of an answer could not be read and was left out. */
  readonly onPartDropped?: ((part: string, cause: unknown) => void) | undefined;
}

/** The methods of a snapshot, answered in this process. */
export interface SnapshotQuestions {
  /** Prices, suburbs, listings and filters. */
  readonly housing: Questions<typeof HousingService>;
  /** Economic series, their correlations and companies by state. */
  readonly economy: Questions<typeof EconomyService>;
  /** The twenty methods on members of parliament, declared interests and party funding. */
  readonly politicians: Questions<typeof PoliticiansService>;
  /** Metric descriptions, filter expressions, rankings, similarity and correlations on demand. */
  readonly explorer: Questions<typeof ExplorerService>;
  /** The methods of any service of Terrace, as functions; `housing` and the others are shortcuts for it. */
  service<Service extends DescService>(service: Service): Questions<Service>;
  /** Id, as-of instant, sources and row counts of the snapshot. */
  readonly manifest: SnapshotManifest;
}

/** A snapshot other than the current one: answers as of its own day, whenever it is asked. */
export interface SnapshotAt extends SnapshotQuestions {
  /** Releases the snapshot; later calls fail. Closing the engine closes it too. */
  close(): void;
  [Symbol.dispose](): void;
}

/** An open snapshot that answers in this process, with access to the others of its data directory. */
export interface TerraceEngine extends SnapshotQuestions {
  /** Opens a snapshot of the data directory by id or tag, or the newest as of a day like `2026-06-30`. */
  at(snapshot: string): Promise<SnapshotAt>;
  /** Number of open snapshots with the current one; a replaced one closes after its last call and view. */
  readonly openSnapshots: number;
  /** Suburbs that satisfy every predicate, computed synchronously in the calling thread. */
  filterSuburbsSync(request: MessageInitShape<typeof FilterSuburbsRequestSchema>): FilterSuburbsResponse;
  /** Outlines of a state's suburbs by ascending `sal_code`, read a few at a time; none without outlines. */
  suburbOutlines(
    stateCode: StateCode,
    options?: Pick<AskOptions, "signal">,
  ): AsyncGenerator<SuburbOutline, void, void>;
  /** Opens another snapshot or data directory and makes it current; calls in flight end on the old one. */
  swap(path: string): Promise<SnapshotManifest>;
  /** Looks for a newly published snapshot now; does nothing unless the engine follows a data directory. */
  check(): Promise<void>;
  /** Rejects new calls, waits for those in flight, then frees every thread, file and byte. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Internals of an engine for the services and the Fastify plugin. */
export interface EngineParts {
  readonly engine: Engine;
  readonly methods: readonly UnaryMethod[];
  readonly switches: () => Switches;
  readonly now: () => Date;
  /** Number of optional parts left out of answers so far. */
  readonly partsDropped: () => number;
}

const partsOf = new WeakMap<TerraceEngine, EngineParts>();

/** For the reasons see the settings of the same names in config.ts. */
const DEFAULTS = { filterThreads: 0, sqlConnections: 4, sqlWaiting: 256, follow: false };

const ENGINE_OPTIONS: OptionKinds<OpenEngineOptions> = {
  filterThreads: settingRange("filterThreads"),
  sqlConnections: settingRange("sqlConnections"),
  sqlWaiting: settingRange("sqlWaiting"),
  follow: "boolean",
  timeoutMs: "time",
  switches: "switches",
  now: "function",
  onSwap: "function",
  onRefuse: "function",
  onThreadEnd: "function",
  onPartDropped: "function",
};

const ALL_ON: Switches = {
  dropListings: true,
  valuations: true,
  interestRegister: true,
  partyFunding: true,
};

/**
 * Opens a snapshot directory, or the current snapshot of a data directory. Verifies every file first; the
 * engine is ready to answer when the promise resolves.
 */
export async function openEngine(path: string, given: OpenEngineOptions = {}): Promise<TerraceEngine> {
  check("path", path, "text");
  const options = checkedOptions("openEngine", given, ENGINE_OPTIONS);
  const source = await openSource(path, options.follow ?? DEFAULTS.follow, {
    filterThreads: options.filterThreads ?? DEFAULTS.filterThreads,
    sqlConnections: options.sqlConnections ?? DEFAULTS.sqlConnections,
    sqlWaiting: options.sqlWaiting ?? DEFAULTS.sqlWaiting,
    onSwap: options.onSwap,
    onRefuse: options.onRefuse,
    onWorkerEnd: options.onThreadEnd,
  });
  return engineOver(source, options).catch(async (error) => {
    await source.close();
    throw error;
  });
}

/** The internals of an engine; throws unless openEngine made it. */
export function enginePartsOf(engine: TerraceEngine): EngineParts {
  const parts = partsOf.get(engine);
  if (parts !== undefined) return parts;
  throw invalidArgument(`engine: ${shown(engine)} is not an engine; pass the result of openEngine`);
}

async function engineOver(source: OpenedSource, options: OpenEngineOptions): Promise<TerraceEngine> {
  const { engine } = source;
  const { switches: given = ALL_ON, now = () => new Date(), timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const switches = typeof given === "function" ? given : () => given;
  let partsDropped = 0;
  const { all: methods, load } = openMethods(engine, {
    now: engine.clock(now),
    switches,
    older: (name) => source.at(name),
    onPartDropped: (part, cause) => {
      partsDropped++;
      options.onPartDropped?.(part, cause);
    },
  });
  // Load all code now: close waits for calls that have pinned their snapshot, and a call pins when it begins.
  await load();
  const others = new Set<() => void>();
  const close = () => {
    for (const release of others) release();
    return source.close();
  };
  const opened: TerraceEngine = {
    ...answersOf(methods, timeoutMs),
    at: async (name) => {
      const { view, run, release: leave } = await source.at(name);
      const release = () => {
        others.delete(release);
        leave();
      };
      const asked = methods.map((method) => ({
        ...method,
        answer: (request: never, context: CallContext) => run(() => method.answer(request, context)),
      }));
      const { manifest } = view;
      others.add(release);
      return { ...answersOf(asked, timeoutMs), manifest, close: release, [Symbol.dispose]: release };
    },
    get manifest() {
      return engine.manifest;
    },
    get openSnapshots() {
      return engine.openSnapshots;
    },
    filterSuburbsSync: (request) =>
      filterSuburbsNow(engine, readRequest(HousingService.method.filterSuburbs.input, request)),
    suburbOutlines: (stateCode, options) => suburbOutlines(engine, stateCode, options),
    swap: async (path) => {
      check("path", path, "text");
      return source.swap(path);
    },
    check: source.check,
    close,
    [Symbol.asyncDispose]: close,
  };
  partsOf.set(opened, { engine, methods, switches, now, partsDropped: () => partsDropped });
  return opened;
}

function answersOf(methods: readonly UnaryMethod[], timeoutMs: number): Omit<SnapshotQuestions, "manifest"> {
  return {
    housing: questionsOf(HousingService, methods, timeoutMs),
    service: (service) => questionsOf(checkedService(service), methods, timeoutMs),
    economy: questionsOf(EconomyService, methods, timeoutMs),
    politicians: questionsOf(PoliticiansService, methods, timeoutMs),
    explorer: questionsOf(ExplorerService, methods, timeoutMs),
  };
}

function checkedService<Service extends DescService>(service: Service): Service {
  if (typeof (service as Service | null | undefined)?.typeName === "string") return service;
  throw invalidArgument(`service: ${shown(service)} is not a service descriptor`);
}
