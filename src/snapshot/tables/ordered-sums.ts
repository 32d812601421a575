/**
 * SQL for a sum of floating-point numbers that is the same to the last bit whatever order the rows come in and however
 * many threads add them up: the numbers are added in their own order.
 */
export function orderedSum(value: string): string {
  return `sum(${value} ORDER BY ${value})`;
}

/** SQL for a mean of floating-point numbers, added in their own order. */
export function orderedMean(value: string): string {
  return `avg(${value} ORDER BY ${value})`;
}
