import { crc32 } from 'node:zlib';
import SevenZip from '7z-wasm';

/** A file of a test archive. */
export type Member = { name: string; bytes: Buffer | string; link?: boolean };

/** Packs the members with 7-Zip and options such as `-t7z -mx1` or `-tzip -mm=BZip2`. Links are packed as links. */
export async function packWith7z(members: Member[], ...options: string[]): Promise<Buffer> {
  const engine = await SevenZip({ print() {}, printErr() {} });
  engine.FS.mkdir('/in');
  for (const { name, bytes, link } of members) {
    const path = `/in/${name}`;
    const folders = name.split('/').slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth++)
      makeFolder(engine.FS, `/in/${folders.slice(0, depth).join('/')}`);
    if (link) engine.FS.symlink(String(bytes), path);
    else engine.FS.writeFile(path, Buffer.from(bytes));
  }
  engine.FS.chdir('/in');
  engine.callMain(['a', '-snl', ...options, '/out.bin', '.']);
  return Buffer.from(engine.FS.readFile('/out.bin'));
}

function makeFolder(fs: { mkdir(path: string): unknown; readdir(path: string): string[] }, path: string): void {
  try {
    fs.readdir(path);
  } catch {
    fs.mkdir(path);
  }
}

/** Replaces a name in a 7z with an uncompressed header (`-mhc=off`) by an invalid one of the same length. */
export function renameIn7z(archive: Buffer, from: string, to: string): Buffer {
  const made = Buffer.from(archive);
  const headerAt = 32 + Number(made.readBigUInt64LE(12));
  const at = made.indexOf(Buffer.from(from, 'utf16le'), headerAt);
  if (at < 0 || from.length !== to.length) throw new Error(`No ${from} to rename`);
  made.write(to, at, 'utf16le');
  made.writeUInt32LE(crc32(made.subarray(headerAt, headerAt + Number(made.readBigUInt64LE(20)))), 28);
  made.writeUInt32LE(crc32(made.subarray(12, 32)), 8);
  return made;
}

/** A tar of the given entries, well-formed or not. `type` is the letter of its header. */
export function makeTar(
  members: { name: string | Buffer; bytes?: Buffer | string; type?: string; linkTo?: string; size?: number }[],
): Buffer {
  const blocks = members.flatMap(({ name, bytes = '', type = '0', linkTo = '', size }) => {
    const content = Buffer.from(bytes);
    const header = Buffer.alloc(512);
    Buffer.from(name).copy(header, 0, 0, 100);
    header.write('0000644\0', 100);
    header.write((size ?? content.length).toString(8).padStart(11, '0'), 124);
    header.write('00000000000', 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(linkTo, 157);
    header.write('ustar\x0000', 257);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** One record of an extended tar header. */
export function paxRecord(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

type RarMember = {
  name: string;
  bytes: Buffer | string;
  linkTo?: string;
  encrypted?: boolean;
  declaredBytes?: number;
  continued?: boolean;
};

/** A RAR 5 whose files are stored as they are. */
export function makeRar5(members: RarMember[], options: { volume?: boolean } = {}): Buffer {
  const files = members.map((member) => {
    const content = Buffer.from(member.bytes);
    const name = Buffer.from(member.name);
    const extra = Buffer.concat([
      ...(member.linkTo === undefined ? [] : [record(5, vint(1), vint(0), sized(Buffer.from(member.linkTo)))]),
      ...(member.encrypted ? [record(1, vint(0), vint(0), Buffer.alloc(33))] : []),
    ]);
    const flags = 2 | (extra.length > 0 ? 1 : 0) | (member.continued ? 16 : 0);
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(crc32(content));
    const fields = [
      ...(extra.length > 0 ? [vint(extra.length)] : []),
      ...[content.length, 4, member.declaredBytes ?? content.length, 0o100644].map(vint),
      crc,
      vint(0),
      vint(1),
      sized(name),
      extra,
    ];
    return Buffer.concat([block(2, flags, ...fields), content]);
  });
  const mark = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1');
  return Buffer.concat([mark, block(1, 0, vint(options.volume ? 1 : 0)), ...files, block(5, 0, vint(0))]);
}

function block(type: number, flags: number, ...fields: Buffer[]): Buffer {
  const body = Buffer.concat([vint(type), vint(flags), ...fields]);
  const counted = Buffer.concat([vint(body.length), body]);
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(crc32(counted));
  return Buffer.concat([crc, counted]);
}

function record(type: number, ...fields: Buffer[]): Buffer {
  return sized(Buffer.concat([vint(type), ...fields]));
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([vint(bytes.length), bytes]);
}

function vint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  do {
    bytes.push((left % 128) | (left >= 128 ? 128 : 0));
    left = Math.floor(left / 128);
  } while (left > 0);
  return Buffer.from(bytes);
}

/** A RAR 4 whose files are stored; names are bytes, as older programs wrote them. */
export function makeRar4(
  members: { name: Buffer; bytes: Buffer | string }[],
  options: { volume?: boolean } = {},
): Buffer {
  const files = members.map(({ name, bytes }) => {
    const content = Buffer.from(bytes);
    const fields = Buffer.alloc(25);
    fields.writeUInt32LE(content.length, 0);
    fields.writeUInt32LE(content.length, 4);
    fields.writeUInt32LE(crc32(content), 9);
    fields.set([20, 0x30], 17);
    fields.writeUInt16LE(name.length, 19);
    fields.writeUInt32LE(0x20, 21);
    return Buffer.concat([oldBlock(0x74, 0x8000, Buffer.concat([fields, name])), content]);
  });
  const mark = Buffer.from('Rar!\x1a\x07\0', 'latin1');
  const main = oldBlock(0x73, options.volume ? 1 : 0, Buffer.alloc(6));
  return Buffer.concat([mark, main, ...files, oldBlock(0x7b, 0x4000, Buffer.alloc(0))]);
}

function oldBlock(type: number, flags: number, fields: Buffer): Buffer {
  const made = Buffer.concat([Buffer.alloc(7), fields]);
  made[2] = type;
  made.writeUInt16LE(flags, 3);
  made.writeUInt16LE(made.length, 5);
  made.writeUInt16LE(crc32(made.subarray(2)) & 0xffff, 0);
  return made;
}
