import type { DescService } from "@bufbuild/protobuf";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type Client,
  Code,
  ConnectError,
  createClient,
  type Interceptor,
  type Transport,
} from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { EconomyService } from "../gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../gen/shorts/v1alpha1/housing_pb.ts";
import { ExplorerService, type GetColumnsResponse } from "../gen/terrace/v1/explorer_pb.ts";
import type { FrameColumn } from "./frame-column.ts";
import { LocalFrame } from "./local/local-frame.ts";
import { type LocalIndex, localIndexFrom } from "./local/local-index.ts";
import { frameColumns, type PackedColumns, packedGetColumns } from "./packed-columns.ts";
import { SuburbFrame, type SuburbFrameOptions } from "./suburb-frame.ts";

export interface TerraceClientOptions {
  /** Where Terrace answers, for example `https://terrace.example`. */
  readonly baseUrl: string;
  /** The fetch to use; the platform's unless given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** API token, or a function that is asked for one before every call. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Name of your application; browsers send their own and ignore this. */
  readonly userAgent?: string | undefined;
  /** Form of the messages; binary unless given, which is smaller and faster to read. */
  readonly format?: "binary" | "json" | undefined;
  /** Ask by GET, so that browsers and proxies may cache; POST unless given. */
  readonly useHttpGet?: boolean | undefined;
  /** Deadline of every call that sets none. */
  readonly timeoutMs?: number | undefined;
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/** Columns of one snapshot, and the index when it was asked for. */
export interface FetchedColumns {
  readonly snapshotId: string;
  readonly indexVersion: string;
  readonly asOf: Date | undefined;
  readonly synthetic: boolean;
  readonly columns: readonly FrameColumn[];
  readonly index: LocalIndex | undefined;
}

export interface FetchColumnsOptions {
  readonly includeIndex?: boolean | undefined;
  readonly isBinary?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Typed clients of the services, and frames of suburbs. */
export interface TerraceClient {
  readonly housing: Client<typeof HousingService>;
  readonly economy: Client<typeof EconomyService>;
  readonly explorer: Client<typeof ExplorerService>;
  /** A typed client of another service, such as `MarketService`; only those that are used are bundled. */
  service<Desc extends DescService>(service: Desc): Client<Desc>;
  /** Fetches a state's index; columns and masks follow when they are asked for. */
  frame(stateCode: string, options?: SuburbFrameOptions): Promise<SuburbFrame>;
  /** Fetches columns of a state or of `AU`, with the index when it is asked for: one call, one snapshot. */
  columns(
    stateCode: string,
    metricKeys: readonly string[],
    options?: FetchColumnsOptions,
  ): Promise<FetchedColumns>;
  /** Fetches index and columns of a state or of `AU` into a frame that filters and ranks here, without more calls. */
  localFrame(
    stateCode: string,
    metricKeys: readonly string[],
    options?: FetchColumnsOptions & { readonly plain?: boolean },
  ): Promise<LocalFrame>;
}

/** A client for a server's address, or over a transport of your own; such a one must send binary messages for frames. */
export function createTerraceClient(to: TerraceClientOptions | Transport): TerraceClient {
  const transport = "unary" in to ? to : transportTo(to);
  const isBinary = "unary" in to || to.format !== "json";
  return {
    housing: createClient(HousingService, transport),
    economy: createClient(EconomyService, transport),
    explorer: createClient(ExplorerService, transport),
    service: (service) => createClient(service, transport),
    frame: (stateCode, options) => SuburbFrame.open(transport, stateCode, { isBinary, ...options }),
    columns: (stateCode, keys, options) => fetchColumns(transport, stateCode, keys, { isBinary, ...options }),
    localFrame: async (stateCode, keys, { plain = false, ...options } = {}) => {
      const asked = { isBinary, ...options, includeIndex: true };
      const fetched = await fetchColumns(transport, stateCode, keys, asked);
      const frame = new LocalFrame(fetched.index!, { plain });
      for (const column of fetched.columns) frame.add(column);
      return frame;
    },
  };
}

function transportTo(options: TerraceClientOptions): Transport {
  const { fetch, timeoutMs } = options;
  return createConnectTransport({
    baseUrl: options.baseUrl,
    useBinaryFormat: options.format !== "json",
    useHttpGet: options.useHttpGet ?? false,
    interceptors: [...(options.interceptors ?? []), nameCaller(options), explainSilence(options.baseUrl)],
    ...(fetch && { fetch }),
    ...(timeoutMs && { defaultTimeoutMs: timeoutMs }),
  });
}

/** fetch says no more than "Failed to fetch": the error says what is likely. */
function explainSilence(baseUrl: string): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (error) {
      const { cause } = ConnectError.from(error);
      if (!(cause instanceof TypeError)) throw error;
      const page = (globalThis as { location?: { origin?: string } }).location?.origin;
      const isElsewhere = page !== undefined && page !== new URL(baseUrl, page).origin;
      const origin = isElsewhere ? `, and allows pages of ${page} to call (TERRACE_CORS_ORIGINS)` : "";
      throw new ConnectError(
        `no answer from ${baseUrl} (${cause.message}): see that a server listens there${origin}`,
        Code.Unavailable,
        undefined,
        undefined,
        cause,
      );
    }
  };
}

function nameCaller({ token, userAgent }: TerraceClientOptions): Interceptor {
  return (next) => async (request) => {
    const secret = typeof token === "function" ? await token() : token;
    if (secret !== undefined) request.header.set("authorization", `Bearer ${secret}`);
    if (userAgent !== undefined) request.header.set("user-agent", userAgent);
    return next(request);
  };
}

type Packed = PackedColumns & Omit<GetColumnsResponse, "columns">;

/** Columns of a state or of `AU`, floats read straight from the answer's bytes. */
async function fetchColumns(
  transport: Transport,
  stateCode: string,
  metricKeys: readonly string[],
  options: FetchColumnsOptions = {},
): Promise<FetchedColumns> {
  const { includeIndex = false, isBinary = true, signal } = options;
  const request = { stateCode, metricKeys: [...metricKeys], includeIndex };
  const method = isBinary ? packedGetColumns() : ExplorerService.method.getColumns;
  const { message } = await transport.unary(method, signal, undefined, undefined, request);
  const answer = message as unknown as Packed;
  const { snapshotId, indexVersion, asOf, synthetic, index } = answer;
  return {
    snapshotId,
    indexVersion,
    asOf: asOf && timestampDate(asOf),
    synthetic,
    columns: frameColumns(answer, isBinary),
    index: index && localIndexFrom(indexVersion, index),
  };
}
