import { readAddresses } from "../../snapshot/store/addresses.ts";
import type { Answer } from "../admission/route.ts";

/** `GET /v1/snapshots`: the snapshots that can be asked under `/at/`, the current one first. */
export const answerSnapshotList: Answer = async (call) => {
  if (!call.admits()) return call.reply;
  const { published, tags } = await readAddresses(call.parts.config.dataDir);
  const ids = [...new Set([...tags.values(), ...published])].reverse();
  const snapshots = ids.map((id) => ({
    snapshot_id: id,
    as_of: id.slice(0, 10),
    tags: [...tags].filter(([, tagged]) => tagged === id).map(([tag]) => tag),
    is_current: id === published.at(-1),
  }));
  return call.reply.send({ snapshots });
};
