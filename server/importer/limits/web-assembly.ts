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

export {};
