import type { Raw } from '../app/raw.ts';

/** Side of the HEVC blocks. Width and height must be multiples of it. */
export const HEIC_BLOCK = 32;

/** Makes a HEIC with uncompressed pixels (PCM), because there is no encoder package. At most six blocks. */
export function makeHeic({ pixels, width, height }: Raw): Buffer {
  const parameters = [
    nal(32, videoParameters()),
    nal(33, sequenceParameters(width, height)),
    nal(34, pictureParameters()),
  ];
  const slice = nal(19, sliceOf({ pixels, width, height }));
  const data = Buffer.concat([number(slice.length, 4), slice]);
  const kind = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const metaFor = (offset: number) => meta(parameters, width, height, offset, data.length);
  const dataAt = kind.length + metaFor(0).length + 8;
  return Buffer.concat([kind, metaFor(dataAt), box('mdat', data)]);
}

function meta(parameters: Buffer[], width: number, height: number, offset: number, length: number): Buffer {
  const arrays = parameters.map((each) =>
    Buffer.concat([Buffer.from([0x80 | ((each[0] ?? 0) >> 1), 0, 1]), number(each.length, 2), each]),
  );
  const decoder = Buffer.from('0101600000000000000000005df000fcfdf8f800000f', 'hex');
  const properties = box(
    'ipco',
    box('hvcC', Buffer.concat([decoder, Buffer.from([arrays.length]), ...arrays])),
    box('ispe', Buffer.concat([number(0, 4), number(width, 4), number(height, 4)])),
    box('colr', Buffer.from('6e636c780001000d000680', 'hex')),
  );
  const belonging = box('ipma', Buffer.from('000000000000000100010381' + '0203', 'hex'));
  return box(
    'meta',
    number(0, 4),
    box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('pict'), Buffer.alloc(13)])),
    box('pitm', Buffer.from('000000000001', 'hex')),
    box('iloc', Buffer.from('00000000440000010001' + '00000001', 'hex'), number(offset, 4), number(length, 4)),
    box(
      'iinf',
      Buffer.from('000000000001', 'hex'),
      box('infe', Buffer.from('02000000' + '00010000', 'hex'), Buffer.from('hvc1\0')),
    ),
    box('iprp', properties, belonging),
  );
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([number(8 + content.length, 4), Buffer.from(type, 'latin1'), content]);
}

function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** A NAL unit. A 3 is inserted where the bytes would look like a start code. */
function nal(type: number, payload: Buffer): Buffer {
  const bytes = [type << 1, 1];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

/** Bits, highest first; `ue` writes an Exp-Golomb number. */
class Bits {
  readonly #bits: number[] = [];

  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) this.#bits.push(Math.floor(value / 2 ** bit) & 1);
    return this;
  }

  ue(...values: number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1));
      this.put(0, length).put(value + 1, length + 1);
    }
    return this;
  }

  align(): this {
    while (this.#bits.length % 8 > 0) this.#bits.push(0);
    return this;
  }

  end(): Buffer {
    return this.put(1, 1).align().bytes();
  }

  bytes(): Buffer {
    const bytes = Buffer.alloc(this.#bits.length / 8);
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3] = ((bytes[at >> 3] ?? 0) << 1) | bit;
    return bytes;
  }
}

function profile(bits: Bits): Bits {
  return bits.put(1, 8).put(0x60000000, 32).put(0b1001, 4).put(0, 44).put(93, 8);
}

function videoParameters(): Buffer {
  return profile(new Bits().put(0, 4).put(3, 2).put(0, 9).put(1, 1).put(0xffff, 16))
    .put(1, 1)
    .ue(0, 0, 0)
    .put(0, 6)
    .ue(0)
    .put(0, 2)
    .end();
}

function sequenceParameters(width: number, height: number): Buffer {
  const bits = profile(new Bits().put(0, 7).put(1, 1)).ue(0, 1, width, height).put(0, 1).ue(0, 0, 0).put(1, 1);
  // Blocks of 32, never split, PCM with 8 bits a sample.
  return bits.ue(0, 0, 0).ue(2, 0, 0, 3, 0, 0).put(0b0001, 4).put(0x77, 8).ue(2, 0).put(1, 1).ue(0).put(0, 5).end();
}

function pictureParameters(): Buffer {
  const bits = new Bits().ue(0, 0).put(0, 7).ue(0, 0, 0).put(0, 3).ue(0, 0).put(0, 7);
  // Deblocking filter off.
  return bits.put(0b101, 3).put(0, 2).ue(0).put(0, 2).end();
}

function sliceOf({ pixels, width, height }: Raw): Buffer {
  const bits = new Bits().put(0b10, 2).ue(0, 2, 0).put(1, 1).align();
  const coder = new Arithmetic(bits);
  for (let top = 0; top < height; top += HEIC_BLOCK) {
    for (let left = 0; left < width; left += HEIC_BLOCK) {
      if (top + left > 0) coder.terminate(false);
      coder.likely();
      coder.terminate(true);
      putSamples(bits, pixels, width, left, top);
      coder.begin();
    }
  }
  coder.terminate(true);
  return bits.bytes();
}

/** Luma of every pixel, then both chroma planes at half resolution. */
function putSamples(bits: Bits, pixels: Uint8Array, width: number, left: number, top: number): void {
  for (const [channel, step] of [
    [0, 1],
    [1, 2],
    [2, 2],
  ] as const) {
    for (let y = top; y < top + HEIC_BLOCK; y += step) {
      for (let x = left; x < left + HEIC_BLOCK; x += step) bits.put(sample(pixels, 3 * (y * width + x), channel), 8);
    }
  }
}

function sample(pixels: Uint8Array, at: number, channel: 0 | 1 | 2): number {
  const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
  const value = [
    0.299 * r + 0.587 * g + 0.114 * b,
    128 - 0.168736 * r - 0.331264 * g + 0.5 * b,
    128 + 0.5 * r - 0.418688 * g - 0.081312 * b,
  ][channel];
  return Math.max(0, Math.min(255, Math.round(value ?? 0)));
}

/** Range of the less probable symbol, for the first states of a context. */
const LESS_LIKELY = [
  [128, 176, 208, 240],
  [128, 167, 197, 227],
  [128, 158, 187, 216],
  [123, 150, 178, 205],
  [116, 142, 169, 195],
  [111, 135, 160, 185],
];

/** CABAC with one context that only writes the more probable symbol (ITU-T H.265, 9.3). */
class Arithmetic {
  readonly #bits: Bits;
  #state = 0;
  #low = 0;
  #range = 510;
  #outstanding = 0;
  #isFirst = true;

  constructor(bits: Bits) {
    this.#bits = bits;
  }

  begin(): void {
    this.#low = 0;
    this.#range = 510;
    this.#outstanding = 0;
    this.#isFirst = true;
  }

  likely(): void {
    this.#range -= LESS_LIKELY[this.#state]?.[(this.#range >> 6) & 3] ?? 0;
    this.#state++;
    this.#renormalise();
  }

  /** Writes the terminating bit; if it ends, flushes to a whole byte. */
  terminate(ends: boolean): void {
    this.#range -= 2;
    if (!ends) {
      this.#renormalise();
      return;
    }
    this.#low += this.#range;
    this.#range = 2;
    this.#renormalise();
    this.#put((this.#low >> 9) & 1);
    this.#bits.put(((this.#low >> 7) & 3) | 1, 2).align();
  }

  #renormalise(): void {
    while (this.#range < 256) {
      if (this.#low < 256) this.#put(0);
      else if (this.#low >= 512) {
        this.#low -= 512;
        this.#put(1);
      } else {
        this.#low -= 256;
        this.#outstanding++;
      }
      this.#range <<= 1;
      this.#low <<= 1;
    }
  }

  #put(bit: number): void {
    if (this.#isFirst) this.#isFirst = false;
    else this.#bits.put(bit, 1);
    for (; this.#outstanding > 0; this.#outstanding--) this.#bits.put(1 - bit, 1);
  }
}
