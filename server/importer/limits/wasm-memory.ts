/** The little of WebAssembly that decoders are started with: its types are otherwise only among those of the browser. */
declare global {
  namespace WebAssembly {
    type Imports = Record<string, Record<string, unknown>>;
    type Exports = Record<string, unknown>;

    class Module {
      constructor(bytes: Uint8Array);
    }

    class Instance {
      constructor(module: Module, imports?: Imports);
      readonly exports: Exports;
    }

    class RuntimeError extends Error {}

    class Memory {
      constructor(limits: { initial: number; maximum?: number });
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
  }
}

const PAGE_BYTES = 65_536;

export type WasmMemoryLimit = {
  /** Whether the last request for memory was refused. A program asks for more than it needs at first, and then for less. */
  hasRunOut(): boolean;
  /** To be called before the next job of this thread. */
  reset(): void;
  /** The most that one memory has grown to. */
  peakBytes(): number;
};

/** Lets no WebAssembly memory of this thread grow beyond so many bytes; the program takes that as memory that has run out. */
export function limitWasmMemory(mostBytes: number): WasmMemoryLimit {
  const grow = WebAssembly.Memory.prototype.grow;
  let hasRunOut = false;
  let peakBytes = 0;
  WebAssembly.Memory.prototype.grow = function limited(pages: number): number {
    hasRunOut = this.buffer.byteLength + pages * PAGE_BYTES > mostBytes;
    if (hasRunOut) throw new RangeError('Too much memory');
    const before = grow.call(this, pages);
    peakBytes = Math.max(peakBytes, this.buffer.byteLength);
    return before;
  };
  return {
    hasRunOut: () => hasRunOut,
    reset() {
      hasRunOut = false;
    },
    peakBytes: () => peakBytes,
  };
}
