import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { printableLine, printableStream, printableText } from './printable.ts';

const CLIPBOARD = '\u001b]52;c;ZXZpbA==\u0007';

test.each([
  ['a sequence that writes the clipboard', `a${CLIPBOARD}b`, 'a�]52;c;ZXZpbA==�b'],
  ['the same as a one-byte control', 'a\u009d52;c;x\u009cb', 'a�52;c;x�b'],
  ['a sequence that clears the screen', 'a\u001b[2Jb', 'a�[2Jb'],
  ['characters that move back and erase', 'a\r\b\u007fb', 'a���b'],
  ['characters that reverse the direction', 'a\u202egpj.b\u2066', 'a�gpj.b�'],
  ['line ends', 'a\nb\u2028c', 'a�b�c'],
  ['nothing from usual text', '某某漫画 第01话 👨‍👩‍👧 é.cbz', '某某漫画 第01话 👨‍👩‍👧 é.cbz'],
])('printableLine removes %s', (_what, line, printed) => {
  expect(printableLine(line)).toBe(printed);
});

test('line breaks, tabs and the byte order mark of a CSV stay in a text', () => {
  const csv = '\ufeffa,"b\tc"\r\n第二行\n';
  expect(printableText(csv)).toBe(csv);
  expect(printableText(`a\n${CLIPBOARD}\rb`)).toBe('a\n�]52;c;ZXZpbA==��b');
});

test('a printable stream removes control characters and is otherwise unchanged', () => {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const printable = printableStream(Object.assign(stream, { isTTY: true }));
  printable.write(`一行${CLIPBOARD}\n`);
  expect([text, printable.isTTY, printable.writable]).toEqual(['一行�]52;c;ZXZpbA==�\n', true, true]);
});
