/** First place of an ascending stretch [from, to) whose value is above the bound; `to` when none is. */
export function firstAbove(
  from: number,
  to: number,
  bound: number,
  valueAt: (place: number) => number,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(middle) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
