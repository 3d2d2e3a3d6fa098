import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { MAX_COMIC_INFO_BYTES, MAX_ENTRIES, MAX_ENTRY_BYTES, MAX_RATIO, MAX_TOTAL_BYTES } from '../limits.ts';
import { isComicInfoName, isPictureName, PICTURE_EXTENSIONS } from '../picture-names.ts';
import { Unfit } from '../source.ts';
import type { Files, SourceFile } from '../source-files.ts';
import { type Chosen, chooseEntries, damaged, tooBig, tooManyEntries, tooMuch } from './chosen-entries.ts';
import type { Container } from './container.ts';
import { askEngine } from './engine.ts';
import type { EngineFormat, Unpacked } from './engine-jobs.ts';
import type { ListedEntry } from './engine-listing.ts';
import { engineRefusal, troubleOf } from './engine-refusals.ts';

/** Below this an archive may unpack to any multiple of itself. */
const RATIO_FREE_ARCHIVE_BYTES = 100 * 1024 * 1024;
const PICTURES = PICTURE_EXTENSIONS.map((extension) => `*.${extension}`);
const HAS_PICTURE_EXTENSION = new RegExp(`\\.(?:${PICTURE_EXTENSIONS.join('|')})$`, 'i');

type Archive = { path: string; format: EngineFormat; offset: number; entries: ListedEntry[] };

/**
 * Looks into a RAR or 7z. Its pages are unpacked all at once, in their order, when the first is read: in a solid archive
 * each needs all before it. They wait in a folder below `scratch`, which closing removes.
 */
export async function openWithEngine(
  path: string,
  container: Container & { format: EngineFormat },
  scratch: string,
): Promise<Files> {
  const { format, offset, bytes } = container;
  const answer = await askEngine({ task: 'list', format, source: { path, offset }, maxEntries: MAX_ENTRIES });
  if (answer.kind === 'stopped') throw tooManyEntries();
  if (answer.kind !== 'listed') throw engineRefusal(answer);
  const refused = engineRefusal(answer);
  if (refused !== undefined) throw refused;
  const archive: Archive = { path, format, offset, entries: answer.entries };
  const warnings: string[] = [];
  const entries = archive.entries.map((entry, index) => ({ ...entry, index })).filter(({ stream }) => !stream);
  const chosen = chooseEntries(entries, warnings);
  refuseRatio(archive.entries, bytes);
  const pages = new UnpackedPages(archive, chosen, scratch);
  const files = chosen.map(
    ({ entry, path: name }): SourceFile => ({
      path: name,
      bytes: entry.bytes,
      read: () => (isPictureName(name) ? pages.read(entry, name) : readInfo(archive, entry, name)),
    }),
  );
  return { files, warnings, close: () => pages.close() };
}

function refuseRatio(entries: ListedEntry[], archiveBytes: number): void {
  const declared = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (declared > RATIO_FREE_ARCHIVE_BYTES && declared > archiveBytes * MAX_RATIO) {
    throw new Unfit('bomb_ratio', '压缩率高得不正常，可能是压缩炸弹，已拒绝');
  }
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

type Indexed = ListedEntry & { index: number };

function verified(bytes: Buffer, entry: Indexed, told: Unpacked | undefined, path: string): Buffer {
  const trouble = troubleOf(told?.trouble, path);
  if (trouble !== undefined) throw trouble;
  if (bytes.length !== entry.bytes) throw damaged(path);
  if (entry.crc32 !== undefined && crc32(bytes) !== entry.crc32) throw damaged(path);
  return bytes;
}

async function readInfo(archive: Archive, wanted: Indexed, path: string): Promise<Buffer> {
  const { entries, format, offset } = archive;
  const answer = await askEngine({
    task: 'unpack',
    format,
    source: { path: archive.path, offset },
    only: ['ComicInfo.xml'],
    expected: entries.flatMap((entry, index) =>
      !entry.folder && /^ComicInfo\.xml$/i.test(baseName(entry.path))
        ? [{ index, name: baseName(entry.path), wanted: index === wanted.index }]
        : [],
    ),
    into: undefined,
    maxFileBytes: MAX_COMIC_INFO_BYTES,
    maxTotalBytes: MAX_COMIC_INFO_BYTES * 4,
  });
  if (answer.kind === 'stopped') throw tooBig(path);
  if (answer.kind !== 'unpacked') throw engineRefusal(answer);
  const told = answer.files.find(({ index }) => index === wanted.index);
  return verified(Buffer.from(told?.content ?? []), wanted, told, path);
}

/** The pages of one archive on disk, from the first reading to the closing. */
class UnpackedPages {
  readonly #archive: Archive;
  readonly #wanted: Set<number>;
  readonly #scratch: string;
  #folder: string | undefined;
  #work: Promise<Map<number, Unpacked>> | undefined;

  constructor(archive: Archive, chosen: Chosen<Indexed>[], scratch: string) {
    this.#archive = archive;
    this.#wanted = new Set(chosen.flatMap(({ entry, path }) => (isComicInfoName(path) ? [] : [entry.index])));
    this.#scratch = scratch;
  }

  async read(entry: Indexed, path: string): Promise<Buffer> {
    this.#work ??= this.#unpack();
    const told = (await this.#work).get(entry.index);
    if (told === undefined || this.#folder === undefined) throw damaged(path);
    return verified(await readFile(join(this.#folder, String(entry.index))), entry, told, path);
  }

  async close(): Promise<void> {
    await this.#work?.catch(() => {});
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  async #unpack(): Promise<Map<number, Unpacked>> {
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    this.#folder = await mkdtemp(join(this.#scratch, 'pages-'));
    const { path, format, offset, entries } = this.#archive;
    const answer = await askEngine({
      task: 'unpack',
      format,
      source: { path, offset },
      only: PICTURES,
      expected: entries.flatMap((entry, index) =>
        !entry.folder && !entry.stream && HAS_PICTURE_EXTENSION.test(entry.path)
          ? [{ index, name: baseName(entry.path), wanted: this.#wanted.has(index) }]
          : [],
      ),
      into: this.#folder,
      maxFileBytes: MAX_ENTRY_BYTES,
      maxTotalBytes: MAX_TOTAL_BYTES,
    });
    if (answer.kind === 'stopped') throw tooMuch();
    if (answer.kind !== 'unpacked') throw engineRefusal(answer);
    return new Map(answer.files.map((file) => [file.index, file]));
  }
}
