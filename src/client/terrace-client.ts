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
  /** Address of the server, for example `https://terrace.example`. */
  readonly baseUrl: string;
  /** The fetch function to use; default: the platform's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** API token, or a function called before every request to get one. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Name of your application; browsers send their own and ignore this. */
  readonly userAgent?: string | undefined;
  /** Encoding of the messages; default binary, which is smaller and faster to decode. */
  readonly format?: "binary" | "json" | undefined;
  /** Send requests as GET, so that browsers and proxies can cache; default POST. */
  readonly useHttpGet?: boolean | undefined;
  /** Default deadline of calls. */
  readonly timeoutMs?: number | undefined;
  readonly interceptors?: readonly Interceptor[] | undefined;
}

/** Columns of one snapshot, and the index if it was requested. */
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
  /** A typed client of another service, such as `MarketService`; only the services you import are bundled. */
  service<Desc extends DescService>(service: Desc): Client<Desc>;
  /** Fetches a state's index; columns and masks are fetched on demand. */
  frame(stateCode: string, options?: SuburbFrameOptions): Promise<SuburbFrame>;
  /** Fetches columns of a state or of `AU`, with the index if requested, in one call from one snapshot. */
  columns(
    stateCode: string,
    metricKeys: readonly string[],
    options?: FetchColumnsOptions,
  ): Promise<FetchedColumns>;
  /** Fetches index and columns of a state or of `AU` into a frame that filters and ranks without calls. */
  localFrame(
    stateCode: string,
    metricKeys: readonly string[],
    options?: FetchColumnsOptions & { readonly plain?: boolean },
  ): Promise<LocalFrame>;
}

/**
 * Creates a client for a server's address or over your own transport. A transport must send binary messages
 * unless frames and columns are opened with `isBinary: false`.
 */
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

/** Replaces fetch's bare "Failed to fetch" by an error with the likely causes. */
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

/** Fetches columns of a state or of `AU`; binary answers are not unpacked into numbers. */
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
