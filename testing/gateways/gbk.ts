/** Encodes text in GBK, which Node can only decode. */
export function toGbk(text: string): Buffer {
  return Buffer.concat(Array.from(text, (letter) => codeOf(letter)));
}

const codes = new Map<string, Buffer>();

function codeOf(letter: string): Buffer {
  if (letter < '\u0080') return Buffer.from(letter);
  if (codes.size === 0) {
    const gbk = new TextDecoder('gbk');
    for (let high = 0x81; high < 0xff; high++)
      for (let low = 0x40; low < 0xff; low++) {
        const bytes = Buffer.from([high, low]);
        const [read = '', more] = gbk.decode(bytes);
        if (more === undefined && read !== '\ufffd') codes.set(read, bytes);
      }
  }
  const code = codes.get(letter);
  if (!code) throw new Error(`${letter} is not in GBK`);
  return code;
}
