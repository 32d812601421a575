import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Transport } from "@connectrpc/connect";
import { ExplorerService, type GetColumnsResponse } from "../../gen/terrace/v1/explorer_pb.ts";
import type { FrameColumn } from "../frame-column.ts";
import { frameColumns, type PackedColumns, packedGetColumns } from "../packed-columns.ts";
import { LocalFrame } from "./local-frame.ts";
import { type LocalIndex, localIndexFrom } from "./local-index.ts";

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

type Packed = PackedColumns & Omit<GetColumnsResponse, "columns">;

/** Columns of a state or of `AU`, floats read straight from the answer's bytes. */
export async function fetchColumns(
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

/** A frame of a state or of `AU` with the columns asked for, all of one snapshot. */
export async function fetchLocalFrame(
  transport: Transport,
  stateCode: string,
  metricKeys: readonly string[],
  options: FetchColumnsOptions & { readonly plain?: boolean } = {},
): Promise<LocalFrame> {
  const fetched = await fetchColumns(transport, stateCode, metricKeys, { ...options, includeIndex: true });
  const frame = new LocalFrame(fetched.index!, options.plain === true ? { plain: true } : {});
  for (const column of fetched.columns) frame.add(column);
  return frame;
}
