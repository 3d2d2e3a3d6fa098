/** Characters that move the cursor of a terminal, write its clipboard, or reverse a line. Includes DEL and the C1 controls. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
/** The same without line ends and tabs. */
const UNPRINTABLE_IN_TEXT = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** A line that is safe to print: names of files and texts of others may contain control characters. */
export function printableLine(line: string): string {
  return line.replace(UNPRINTABLE, '\ufffd');
}

/** A text of several lines as it may be printed. */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE_IN_TEXT, '\ufffd');
}

/** A stream to which only printable text is written; everything else of it stays as it is. */
export function printableStream<Stream extends NodeJS.WritableStream>(stream: Stream): Stream {
  const write = (chunk: string | Uint8Array, ...rest: []) =>
    stream.write(typeof chunk === 'string' ? printableText(chunk) : chunk, ...rest);
  return new Proxy(stream, {
    get(target, key) {
      if (key === 'write') return write;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
