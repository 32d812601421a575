/**
 * Indexes of the k smallest of the first `count` keys (or of `places`, whose keys it reads), by key, then
 * index. A max-heap of the k best makes most keys cost one comparison with its root.
 */
export function smallestKeys(
  keys: Float64Array,
  count: number,
  k: number,
  places?: Uint32Array,
): Uint32Array {
  const size = Math.min(count, k);
  const heap = new Uint32Array(size);
  for (let at = 0; at < size; at++) heap[at] = places === undefined ? at : places[at];
  for (let root = (size >> 1) - 1; root >= 0; root--) siftDown(keys, heap, root, size);
  let worst = size === 0 ? Number.NaN : keys[heap[0]];
  for (let at = size; at < count; at++) {
    const place = places === undefined ? at : places[at];
    const key = keys[place];
    if (!(key < worst || (key === worst && place < heap[0]))) continue;
    heap[0] = place;
    siftDown(keys, heap, 0, size);
    worst = keys[heap[0]];
  }
  return heap.sort((a, b) => keys[a] - keys[b] || a - b);
}

function siftDown(keys: Float64Array, heap: Uint32Array, root: number, size: number): void {
  const moved = heap[root];
  let at = root;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isWorse(keys, heap[child + 1], heap[child])) child++;
    if (!isWorse(keys, heap[child], moved)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
}

function isWorse(keys: Float64Array, a: number, b: number): boolean {
  return keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
}
