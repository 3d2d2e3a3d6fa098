const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const [UNLIMITED, LIMITED] = [0, 1];
const PAGE_BYTES = 65_536;

/** Writes a maximum for its memory into a module that grows it without calling `WebAssembly.Memory.grow`. */
export function withMemoryLimit(module: Buffer<ArrayBuffer>, mostBytes: number): Buffer<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const id = module[at];
    const length = readNumber(module, at + 1);
    const end = length.end + length.value;
    if (id === MEMORY_SECTION) {
      const count = readNumber(module, length.end);
      if (count.value !== 1 || module[count.end] !== UNLIMITED) throw new Error('The module has several memories');
      const least = readNumber(module, count.end + 1);
      const memory = [1, LIMITED, ...writeNumber(least.value), ...writeNumber(Math.floor(mostBytes / PAGE_BYTES))];
      const section = Buffer.from([MEMORY_SECTION, ...writeNumber(memory.length), ...memory]);
      return Buffer.concat([module.subarray(0, at), section, module.subarray(end)]);
    }
    at = end;
  }
  throw new Error('The module has no memory');
}

function readNumber(bytes: Buffer, from: number): { value: number; end: number } {
  let [value, end] = [0, from];
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return { value, end };
  }
}

function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...writeNumber(Math.floor(value / 128))];
}
