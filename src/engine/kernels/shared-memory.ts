/** WebAssembly types that the kernels use: Node's types leave them to the DOM library, not loaded here. */
export interface WebAssemblyApi {
  readonly Memory: new <Shared extends boolean>(limits: {
    initial: number;
    maximum: number;
    shared: Shared;
  }) => WasmMemory<Shared extends true ? SharedArrayBuffer : ArrayBuffer>;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => WebAssemblyModule;
  readonly Instance: new (
    module: WebAssemblyModule,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: object };
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

/** A compiled module; opaque. */
export type WebAssemblyModule = object;

/** A `WebAssembly.Memory` that never grows. */
export interface WasmMemory<Bytes extends ArrayBufferLike = ArrayBufferLike> {
  readonly buffer: Bytes;
}

/** A shared memory: a worker that it is posted to gets the same memory, not a copy. */
export type SharedMemory = WasmMemory<SharedArrayBuffer>;

/** Undefined if the host has disabled WebAssembly. */
export const webAssembly = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;

export const PAGE_BYTES = 65_536;

/** Allocates a zeroed shared memory of at least `byteLength` bytes. */
export function createSharedMemory(byteLength: number): SharedMemory {
  if (webAssembly === undefined) throw new Error("WebAssembly is not available in this process");
  const pages = Math.max(1, Math.ceil(byteLength / PAGE_BYTES));
  return new webAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}
