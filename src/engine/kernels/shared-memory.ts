/**
 * The part of the WebAssembly interface that the kernels use. Node's type package leaves it to the DOM library, which
 * a server does not want, so the few signatures are stated here.
 */
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

/** A `WebAssembly.Memory`, which never grows. */
export interface WasmMemory<Bytes extends ArrayBufferLike = ArrayBufferLike> {
  readonly buffer: Bytes;
}

/** A shared one: can be posted to a worker, where it is the same memory and not a copy. */
export type SharedMemory = WasmMemory<SharedArrayBuffer>;

/** WebAssembly, or undefined where the host has switched it off. */
export const webAssembly = (globalThis as unknown as { WebAssembly?: WebAssemblyApi }).WebAssembly;

/** WebAssembly counts memory in pages of this many bytes. */
export const PAGE_BYTES = 65_536;

/** A zeroed shared memory of at least `byteLength` bytes. */
export function createSharedMemory(byteLength: number): SharedMemory {
  if (webAssembly === undefined) throw new Error("WebAssembly is not available in this process");
  const pages = Math.max(1, Math.ceil(byteLength / PAGE_BYTES));
  return new webAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}
