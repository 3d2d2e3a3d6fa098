/** The used part of WebAssembly's types. TypeScript has them only in its browser library. */
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
  /** Whether the last request for memory was refused. Programs first ask for more than they need, and then for less. */
  hasRunOut(): boolean;
  /** Call it before the next job of this thread. */
  reset(): void;
  /** The peak size of the largest memory. */
  peakBytes(): number;
};

/** Limits every WebAssembly memory of this thread. The program sees a failed allocation. */
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
