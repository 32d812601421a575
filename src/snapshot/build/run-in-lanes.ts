import type { Aggregate } from "./aggregate.ts";
import type { BuildDatabase } from "./write-tables.ts";

interface Group {
  readonly aggregates: Aggregate[];
  /** Groups that must have ended before it begins. */
  readonly needs: ReadonlySet<string>;
}

/**
 * Runs aggregates on several connections: a group on one of them, in its order, as soon as the groups that it needs have
 * ended. What an aggregate writes follows from what it reads, so that lanes change no byte. After a failure nothing
 * further begins, what is under way is interrupted, and the first error is thrown.
 */
export async function runInLanes(
  lanes: readonly BuildDatabase[],
  aggregates: readonly Aggregate[],
  run: (aggregate: Aggregate, lane: BuildDatabase) => Promise<void>,
): Promise<void> {
  const waiting = groupsOf(aggregates);
  const ended = new Set<string>();
  const failures: unknown[] = [];
  let changed = Promise.withResolvers<void>();

  const takeReady = (): [string, Group] | undefined => {
    for (const [name, group] of waiting) {
      if (![...group.needs].every((need) => ended.has(need))) continue;
      waiting.delete(name);
      return [name, group];
    }
    return undefined;
  };

  const work = async (lane: BuildDatabase): Promise<void> => {
    while (waiting.size > 0 && failures.length === 0) {
      const ready = takeReady();
      if (ready === undefined) {
        await changed.promise;
        continue;
      }
      const [name, group] = ready;
      try {
        for (const aggregate of group.aggregates) {
          if (failures.length > 0) return;
          await run(aggregate, lane);
        }
        ended.add(name);
      } catch (error) {
        failures.push(error);
        for (const other of lanes) if (other !== lane) other.interrupt();
      } finally {
        changed.resolve();
        changed = Promise.withResolvers();
      }
    }
  };

  await Promise.all(lanes.map(work));
  if (failures.length > 0) throw failures[0];
}

/** The groups in their order; one that says nothing needs every earlier one. */
function groupsOf(aggregates: readonly Aggregate[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const aggregate of aggregates) {
    const { group: name = "", needs } = aggregate;
    const known = groups.get(name);
    if (known !== undefined) known.aggregates.push(aggregate);
    else groups.set(name, { aggregates: [aggregate], needs: new Set(needs ?? groups.keys()) });
  }
  return groups;
}
