/**
 * The part of the WebAssembly interface that the kernels use. Node's type package leaves it to the DOM library, which
 * a server does not want, so the few signatures are stated here.
 */
export interface WebAssemblyApi {
  readonly Memory: new <Shared extends boolean>(limits: {
    initial: number;
    maximum: number;
    shared: Shared;
  }) => Shared extends true ? SharedMemory : UnsharedMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WebAssemblyModule;
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: object };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

/** A compiled module; opaque. */
export type WebAssemblyModule = object;

/** A shared `WebAssembly.Memory`: can be posted to a worker, where it is the same memory and not a copy. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

/** A `WebAssembly.Memory` of one thread alone; a page may have one where it may have none that is shared. */
export interface UnsharedMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export type WasmMemory = SharedMemory | UnsharedMemory;

/** WebAssembly, or undefined where the host has switched it off. */
export const webAssembly = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;

/** WebAssembly counts memory in pages of this many bytes. */
export const PAGE_BYTES = 65_536;

/**
 * A zeroed shared memory of at least `byteLength` bytes that may grow to `maximumByteLength`. The maximum costs address
 * space, not memory.
 */
export function createSharedMemory(byteLength: number, maximumByteLength: number = byteLength): SharedMemory {
  if (webAssembly === undefined) throw new Error("WebAssembly is not available in this process");
  const initial = Math.max(1, Math.ceil(byteLength / PAGE_BYTES));
  const maximum = Math.max(initial, Math.ceil(maximumByteLength / PAGE_BYTES));
  return new webAssembly.Memory({ initial, maximum, shared: true });
}
