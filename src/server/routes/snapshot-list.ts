import { UNREADABLE } from "../../rpc/error-body.ts";
import { readAddresses } from "../../snapshot/store/addresses.ts";
import type { AccessControl } from "../admission/access-control.ts";
import { COSTS } from "../admission/limits/limits.ts";
import { admitPlain, identifyPlain } from "../admission/plain-admission.ts";
import type { Handler } from "../wire/http/read-routes.ts";

export interface SnapshotListOptions {
  readonly dataDir: string;
  readonly accessControl: AccessControl;
  readonly onError: (error: unknown) => void;
}

/** `GET /v1/snapshots`: the snapshots that can be asked under `/at/`, the current one first. */
export function snapshotListHandler({ dataDir, accessControl, onError }: SnapshotListOptions): Handler {
  return async (request, reply) => {
    const caller = await identifyPlain(request, reply, accessControl);
    if (caller === undefined || !admitPlain(reply, accessControl, caller, COSTS.sources)) return reply;
    try {
      const { published, tags } = await readAddresses(dataDir);
      const ids = [...new Set([...tags.values(), ...published])].reverse();
      const snapshots = ids.map((id) => ({
        snapshot_id: id,
        as_of: id.slice(0, 10),
        tags: [...tags].filter(([, tagged]) => tagged === id).map(([tag]) => tag),
        is_current: id === published.at(-1),
      }));
      return reply.header("cache-control", "no-cache").send({ snapshots });
    } catch (error) {
      onError(error);
      return reply.code(503).send(UNREADABLE);
    }
  };
}
