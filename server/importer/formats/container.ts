import type { FileHandle } from 'node:fs/promises';
import type { Deadline } from '../limits/deadline.ts';
import { isTarHeader } from './tar/tar-header.ts';
import { nameFormat, notAnArchiveError } from './unsupported-formats.ts';

const HEAD_BYTES = 4096;
/** The longest program part of a self-extracting archive. */
const MAX_STUB_BYTES = 2 * 1024 * 1024;

/** The format of a file, recognised by its bytes, and the range of the file that has it. */
export type Container = {
  format: 'zip' | '7z' | 'Rar' | 'Rar5' | 'tar' | 'pdf';
  offset: number;
  bytes: number;
  head: Buffer;
};

const SIGNATURES: [Container['format'], Buffer][] = [
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  // Empty, or the first part of a set that was split.
  ['zip', Buffer.from('PK\x05\x06', 'latin1')],
  ['zip', Buffer.from('PK\x07\x08', 'latin1')],
  ['7z', Buffer.from("7z\xbc\xaf'\x1c", 'latin1')],
  ['Rar', Buffer.from('Rar!\x1a\x07\0', 'latin1')],
  ['Rar5', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
  ['pdf', Buffer.from('%PDF-')],
];
const PROGRAMS = [Buffer.from('MZ'), Buffer.from('\x7fELF', 'latin1'), Buffer.from('#!')];

/** Recognises archives by their bytes, never by their names. Refuses files of known other formats. */
export async function recognise(file: FileHandle, deadline: Deadline): Promise<Container> {
  const { size } = await deadline.guard(file.stat());
  const head = await readHead(file, HEAD_BYTES, deadline);
  const whole = { offset: 0, bytes: size, head };
  const [format] = SIGNATURES.find(([, mark]) => startsWith(head, mark)) ?? [];
  if (format !== undefined) return { ...whole, format };
  if (isTarHeader(head)) return { ...whole, format: 'tar' };
  // A picture or text with an archive at its end is refused: programs disagree about its content.
  const isProgram = PROGRAMS.some((mark) => startsWith(head, mark));
  if (!isProgram && nameFormat(head) !== undefined) throw notAnArchiveError(head);
  const behind = isProgram ? archiveBehind(await readHead(file, MAX_STUB_BYTES, deadline)) : undefined;
  if (behind !== undefined) return { ...behind, bytes: size - behind.offset, head };
  // A zip is recognised by its end record. If there is none, opening it fails with that error.
  return { ...whole, format: 'zip' };
}

/** The first archive after the program of a self-extracting one. A zip is opened from its end, so it needs no offset. */
function archiveBehind(program: Buffer): Pick<Container, 'format' | 'offset'> | undefined {
  const found: Pick<Container, 'format' | 'offset'>[] = [];
  for (const [format, mark] of SIGNATURES) {
    const offset = program.indexOf(mark);
    if (format !== 'zip' && format !== 'pdf' && offset > 0) found.push({ format, offset });
  }
  return found.sort((a, b) => a.offset - b.offset)[0];
}

async function readHead(file: FileHandle, length: number, deadline: Deadline): Promise<Buffer> {
  const { bytesRead, buffer } = await deadline.guard(file.read(Buffer.alloc(length), 0, length, 0));
  return buffer.subarray(0, bytesRead);
}

function startsWith(head: Buffer, mark: Buffer): boolean {
  return head.subarray(0, mark.length).equals(mark);
}
