import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withMemoryLimit } from './wasm-memory-limit.ts';

/** A module that contains only a memory of one page, exported as `m`. */
const MODULE = Buffer.from('0061736d010000000503010001070501016d0200', 'hex');
const PAGE_BYTES = 65_536;

const memoryOf = (module: Buffer<ArrayBuffer>) => {
  const { m } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
  if (!(m instanceof WebAssembly.Memory)) throw new Error('No memory');
  return m;
};

test('a memory grows to its limit and not beyond', () => {
  expect(memoryOf(MODULE).grow(500)).toBe(1);
  const memory = memoryOf(withMemoryLimit(MODULE, 300 * PAGE_BYTES));
  expect(memory.grow(299)).toBe(1);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test('the decoder of JPEG XL has a memory that can be limited', () => {
  const code = readFileSync(new URL(import.meta.resolve('jxl-oxide-wasm/module.wasm')));
  expect(new WebAssembly.Module(withMemoryLimit(code, 300 * PAGE_BYTES))).toBeDefined();
});
