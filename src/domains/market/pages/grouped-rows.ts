/** Where the rows of each group begin in a list that is ordered by group: one place more than there are groups. */
export function groupStarts(groups: Float64Array, count: number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (const group of groups) starts[group + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  return starts;
}

/** Rows by group, in their order within it. */
export function rowsByGroup(groups: Float64Array, starts: Float64Array): Float64Array {
  const next = starts.slice();
  const rows = new Float64Array(groups.length);
  groups.forEach((group, row) => {
    rows[next[group]++] = row;
  });
  return rows;
}
