export { Code, ConnectError } from "@connectrpc/connect";
export { FrameColumn } from "./client/frame-column.ts";
export type { FrameTable } from "./client/frame-to-arrow.ts";
export { andBits, bitPositions, countBits, hasBit, maskBytes, notBits, orBits } from "./client/mask-bits.ts";
export {
  type FrameCallOptions,
  type Predicates,
  SuburbFrame,
  type SuburbFrameOptions,
} from "./client/suburb-frame.ts";
export { IndexVersionError, SuburbMask } from "./client/suburb-mask.ts";
export {
  createTerraceClient,
  type TerraceClient,
  type TerraceClientOptions,
} from "./client/terrace-client.ts";
export { EconomyService } from "./gen/shorts/v1alpha1/economy_pb.ts";
export { HousingService } from "./gen/shorts/v1alpha1/housing_pb.ts";
export { ExplorerService } from "./gen/terrace/v1/explorer_pb.ts";
