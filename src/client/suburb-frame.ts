import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Transport } from "@connectrpc/connect";
import type { Table } from "apache-arrow";
import { type FilterSuburbsRequestSchema, HousingService } from "../gen/shorts/v1alpha1/housing_pb.ts";
import type { FrameColumn } from "./frame-column.ts";
import { type FrameTable, frameToArrow } from "./frame-to-arrow.ts";
import { metricsOf } from "./local/compile-where.ts";
import { LocalFrame } from "./local/local-frame.ts";
import { type LocalIndex, stateIndexFrom } from "./local/local-index.ts";
import { frameColumns, type PackedColumns, packedColumnsMethod } from "./packed-columns.ts";
import { IndexVersionError, SuburbMask } from "./suburb-mask.ts";
import { parseWhere } from "./where-text/parse-where.ts";
import type { WhereExpression } from "./where-text/where-node.ts";

export interface SuburbFrameOptions {
  /** False for a transport that sends JSON: columns are then decoded from plain numbers. Default true. */
  readonly isBinary?: boolean | undefined;
  /** Called after the frame has fetched its index again because the server has another version. */
  readonly onRefresh?: ((frame: SuburbFrame) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FrameCallOptions {
  readonly signal?: AbortSignal | undefined;
}

export type Predicates = NonNullable<MessageInitShape<typeof FilterSuburbsRequestSchema>["predicates"]>;

/** Most repeats of a call: with replicas that disagree about the index it would never end. */
const MAX_REPEATS = 3;

/** Index version of an answer; `value` is set when it equals the frame's version. */
interface Aligned<T> {
  readonly version: string;
  readonly value?: T;
}

/**
 * The suburbs of a state: index, columns and masks of one index version. When the server answers with another
 * version, the frame fetches the index again, drops its columns and repeats the call.
 */
export class SuburbFrame {
  readonly stateCode: string;
  readonly #transport: Transport;
  readonly #options: SuburbFrameOptions;
  #index: LocalIndex;
  #snapshotId: string | undefined;
  #columns = new Map<string, FrameColumn>();
  #local: LocalFrame | undefined;

  private constructor(transport: Transport, stateCode: string, options: SuburbFrameOptions) {
    this.stateCode = stateCode;
    this.#transport = transport;
    this.#options = options;
    this.#index = stateIndexFrom("", stateCode, []);
  }

  static async open(
    transport: Transport,
    stateCode: string,
    options: SuburbFrameOptions = {},
  ): Promise<SuburbFrame> {
    const frame = new SuburbFrame(transport, stateCode, options);
    await frame.#fetchIndex(options.signal);
    return frame;
  }

  /** Version of the index that the frame holds now. */
  get indexVersion(): string {
    return this.#index.version;
  }

  /** Number of suburbs in the index. */
  get size(): number {
    return this.#index.salCodes.length;
  }

  get salCodes(): readonly string[] {
    return this.#index.salCodes;
  }

  get salNames(): readonly string[] {
    return this.#index.salNames;
  }

  /** Postcodes; "" when unknown. */
  get postcodes(): readonly string[] {
    return this.#index.postcodes;
  }

  /** Snapshot id of the latest answer; undefined when the response headers cannot be read. */
  get snapshotId(): string | undefined {
    return this.#snapshotId;
  }

  /** Position of a suburb; -1 when the code is unknown. */
  positionOf(salCode: string): number {
    return this.#index.positionOf(salCode);
  }

  /** A mask of all suburbs. */
  all(): SuburbMask {
    return this.maskOf([]).not();
  }

  /** A mask of the suburbs at these positions. */
  maskOf(positions: Iterable<number>): SuburbMask {
    return SuburbMask.of(this.indexVersion, this.size, positions);
  }

  /** The codes of a mask's suburbs, in index order. */
  codesOf(mask: SuburbMask): string[] {
    this.check(mask);
    return Array.from(mask.positions(), (position) => this.salCodes[position]);
  }

  /** Throws an IndexVersionError for a mask or column of another index version. */
  check(part: SuburbMask | FrameColumn): void {
    if (part.indexVersion === this.indexVersion) return;
    const what = part instanceof SuburbMask ? "the mask" : `the column "${part.key}"`;
    throw new IndexVersionError(what, part.indexVersion, this.indexVersion);
  }

  async column(key: string, options: FrameCallOptions = {}): Promise<FrameColumn> {
    return (await this.columns([key], options))[0];
  }

  /** The columns in the order of the keys; columns of the same snapshot are fetched once. */
  async columns(keys: readonly string[], { signal }: FrameCallOptions = {}): Promise<FrameColumn[]> {
    return this.#aligned(signal, async () => {
      const missing = [...new Set(keys)].filter((key) => !this.#columns.has(key));
      if (missing.length > 0) {
        const { columns, version } = await this.#fetchColumns(missing, signal);
        if (version !== this.indexVersion) return { version };
        for (const column of columns) this.#columns.set(column.key, column);
      }
      // An answer from a new snapshot has cleared the older columns, so the call is repeated for them.
      const found = keys.flatMap((key) => this.#columns.get(key) ?? []);
      return { version: this.indexVersion, ...(found.length === keys.length && { value: found }) };
    });
  }

  /** The suburbs that satisfy every predicate, evaluated by the server. */
  async filter(predicates: Predicates, { signal }: FrameCallOptions = {}): Promise<SuburbMask> {
    const { stateCode } = this;
    return this.#aligned(signal, async () => {
      const answer = await this.#call(HousingService.method.filterSuburbs, { stateCode, predicates }, signal);
      const version = answer.indexVersion;
      if (version !== this.indexVersion) return { version };
      return { version, value: new SuburbMask(version, this.size, answer.matchMask.slice()) };
    });
  }

  /** The suburbs that satisfy any condition, evaluated here by the server's kernels over fetched columns. */
  async match(where: WhereExpression | string, { signal }: FrameCallOptions = {}): Promise<SuburbMask> {
    const expression = typeof where === "string" ? parseWhere(where) : where;
    const columns = await this.columns(metricsOf(expression), { signal });
    const { version } = this.#index;
    if (this.#local?.index.version !== version || columns.some((c) => this.#local?.holds(c) === false)) {
      this.#local = new LocalFrame(this.#index);
    }
    for (const column of columns) this.#local.add(column);
    return new SuburbMask(version, this.size, this.#local.bytesOf(this.#local.match(expression)));
  }

  /** Codes, names, postcodes and columns as an Arrow table, for Observable, arquero or DuckDB-WASM. */
  async toArrow(
    keys: readonly string[],
    rows?: SuburbMask,
    options: FrameCallOptions = {},
  ): Promise<Table<FrameTable>> {
    const columns = await this.columns(keys, options);
    if (rows !== undefined) this.check(rows);
    return frameToArrow(this.#index, columns, rows);
  }

  /** Repeats `ask` until its answer has the frame's index version; refreshes the index between attempts. */
  async #aligned<T>(signal: AbortSignal | undefined, ask: () => Promise<Aligned<T>>): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      const { version, value } = await ask();
      if (value !== undefined) return value;
      if (repeats === MAX_REPEATS) throw new IndexVersionError("the answer", version, this.indexVersion);
      if (version === this.indexVersion) continue;
      await this.#fetchIndex(signal);
      this.#options.onRefresh?.(this);
    }
  }

  async #fetchIndex(signal: AbortSignal | undefined): Promise<void> {
    const { stateCode } = this;
    const { suburbs, indexVersion } = await this.#call(
      HousingService.method.getSuburbIndex,
      { stateCode },
      signal,
    );
    this.#index = stateIndexFrom(indexVersion, stateCode, suburbs);
    this.#columns = new Map();
  }

  async #fetchColumns(metricKeys: string[], signal: AbortSignal | undefined) {
    const { isBinary = true } = this.#options;
    const method = isBinary ? packedColumnsMethod() : HousingService.method.getSuburbMetricColumns;
    const answer = await this.#call(method, { stateCode: this.stateCode, metricKeys }, signal);
    const packed = answer as unknown as PackedColumns;
    return { columns: frameColumns(packed, isBinary), version: packed.indexVersion };
  }

  async #call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal | undefined,
  ): Promise<MessageShape<O>> {
    const { header, message } = await this.#transport.unary(method, signal, undefined, undefined, request);
    const snapshotId = header.get("x-terrace-snapshot") ?? undefined;
    // The same suburbs may have other values in another snapshot.
    if (snapshotId !== this.#snapshotId) this.#columns = new Map();
    this.#snapshotId = snapshotId;
    return message;
  }
}
