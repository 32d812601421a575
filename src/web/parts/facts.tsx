import type { ComponentChildren } from "preact";

/** Names with their values; one without a value is left out. */
export function Facts({
  rows,
  kind = "",
}: {
  rows: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
  kind?: string;
}) {
  return (
    <dl class={`facts ${kind}`}>
      {rows
        .filter(([, value]) => value !== false && value !== "" && value !== undefined)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}
