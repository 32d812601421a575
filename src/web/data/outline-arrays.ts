/** Shapes of suburbs on the projected plane: shape i has the rings from shapeStarts[i] to shapeStarts[i + 1]. */
export interface Outlines {
  readonly snapshotId: string;
  readonly codes: readonly string[];
  /** x and y in turn. */
  readonly xy: Float32Array;
  /** First point of each ring, and one entry past the last. A ring of one point is a suburb without an outline. */
  readonly ringStarts: Uint32Array;
  readonly shapeStarts: Uint32Array;
}
