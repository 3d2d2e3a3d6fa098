// Worker thread: unpacks archives with the 7-Zip engine, with limits for memory, output and entries.
import { closeSync, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import SevenZip from '7z-wasm';
import { limitWasmMemory } from '../../limits/wasm-memory.ts';
import { type ArchiveBytes, engineDisk, type Sink } from './engine-disk.ts';
import type { EngineJob, EngineMessage, StopReason, UnpackedFile } from './engine-jobs.ts';
import { ListingReader } from './engine-listing.ts';

/** A dictionary of 256 MB, the largest that 7-Zip chooses by default, and working memory. */
const MAX_ENGINE_BYTES = 304 * 1024 * 1024;
const MAX_CONSOLE_LINES = 200;
/** Longer than any file name in a real archive. */
const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 10;
const PROGRESS_EVERY_MS = 1000;
/** Prevents the engine from asking for a password. Archives that need one are refused. */
const NO_PASSWORD = '-p\u{1}';

/** Thrown inside the engine to end its work. */
class Stopped extends Error {
  readonly why: StopReason;
  constructor(why: StopReason) {
    super(why);
    this.why = why;
  }
}

const memory = limitWasmMemory(MAX_ENGINE_BYTES);

const wasm = new WebAssembly.Module(readFileSync(createRequire(import.meta.url).resolve('7z-wasm/7zz.wasm')));

type EngineOutput = { code: number; consoleLines: string[] };

/** Splits the engine's output into lines with one character a byte, because older archives have names in unknown encodings. */
function linesOf(onLine: (line: string) => void): (byte: number) => void {
  const bytes = Buffer.alloc(MAX_LINE_BYTES);
  let length = 0;
  return (byte) => {
    if (byte !== NEWLINE) {
      if (length < MAX_LINE_BYTES) bytes[length++] = byte;
      return;
    }
    const line = bytes.toString('latin1', 0, length);
    length = 0;
    onLine(line);
  };
}

async function run(
  archive: ArchiveBytes,
  sink: Sink,
  args: string[],
  onLine: (line: string) => void,
): Promise<EngineOutput> {
  const consoleLines: string[] = [];
  let stopped: Error | undefined;
  const untilStopped =
    <T extends unknown[]>(step: (...args: T) => void) =>
    (...args: T) => {
      // The engine may catch this error. It is then thrown again at the next call.
      if (stopped !== undefined) throw stopped;
      try {
        step(...args);
      } catch (error) {
        stopped = errorOf(error);
        throw stopped;
      }
    };
  const onConsoleLine = untilStopped((line: string) => {
    onLine(line);
    if (consoleLines.length < MAX_CONSOLE_LINES && !line.includes(' = ')) consoleLines.push(line);
  });
  const options = {
    stdout: linesOf(onConsoleLine),
    stderr: linesOf(onConsoleLine),
    stdin: () => NEWLINE,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(wasm, imports);
      done(instance);
      return instance.exports;
    },
  };
  const engine = await SevenZip(options);
  const fs: unknown = engine.FS;
  const disk: unknown = engineDisk(fs as Parameters<typeof engineDisk>[0], archive, {
    begin: untilStopped(sink.begin),
    write: untilStopped(sink.write),
    end: untilStopped(sink.end),
  });
  engine.FS.mkdir('/disk');
  engine.FS.mount(disk as typeof engine.FS, {}, '/disk');
  let code = 2;
  try {
    const main: (args: string[]) => unknown = engine.callMain;
    code = Number(main(args));
  } catch (error) {
    stopped ??= errorOf(error);
  }
  if (stopped !== undefined) throw stopped;
  return { code, consoleLines };
}

/** The engine throws numbers. */
function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(`The engine failed: ${String(error)}`);
}

const NOWHERE: Sink = { begin() {}, write() {}, end() {} };

async function list(job: EngineJob & { task: 'list' }, archive: ArchiveBytes): Promise<EngineMessage> {
  const reader = new ListingReader();
  const onLine = (line: string) => {
    reader.add(line);
    if (reader.entries.length > job.maxEntries) throw new Stopped('entries');
  };
  const args = ['l', '-slt', '-sccUTF-8', `-t${job.format}`, NO_PASSWORD, '--', '/disk/archive'];
  const { code, consoleLines } = await run(archive, NOWHERE, args, onLine);
  reader.finish();
  return { kind: 'listed', code, consoleLines, archive: Object.fromEntries(reader.archive), entries: reader.entries };
}

async function unpack(job: EngineJob & { task: 'unpack' }, archive: ArchiveBytes): Promise<EngineMessage> {
  const output = new Output(job);
  const names = job.only.map((pattern) => `-ir!${pattern}`);
  const args = [
    'e',
    '-aoa',
    '-ssc-',
    '-sccUTF-8',
    '-bb0',
    '-bd',
    `-t${job.format}`,
    NO_PASSWORD,
    '-o/disk/out',
    ...names,
  ];
  try {
    const { code, consoleLines } = await run(archive, output, [...args, '--', '/disk/archive'], (line) =>
      output.readErrorLine(line),
    );
    return { kind: 'unpacked', code, consoleLines, files: output.files };
  } finally {
    output.end();
  }
}

/** Matches the files by the order of the listing, not by their names. */
class Output implements Sink {
  readonly files: UnpackedFile[] = [];
  readonly #job: EngineJob & { task: 'unpack' };
  #next = 0;
  #total = 0;
  #open: { index: number; bytes: number; fd: number | undefined; chunks: Uint8Array[] } | undefined;
  #progressSentAt = 0;

  constructor(job: EngineJob & { task: 'unpack' }) {
    this.#job = job;
    this.begin = this.begin.bind(this);
    this.write = this.write.bind(this);
    this.end = this.end.bind(this);
  }

  begin(name: string): void {
    this.end();
    const { expected, into } = this.#job;
    while (this.#next < expected.length && !isNameOf(expected[this.#next]?.path, name)) this.#next++;
    const entry = expected[this.#next++];
    if (entry === undefined) throw new Stopped('order');
    const fd = entry.selected && into !== undefined ? openSync(join(into, String(entry.index)), 'w', 0o600) : undefined;
    this.#open = { index: entry.selected ? entry.index : -1, bytes: 0, fd, chunks: [] };
  }

  write(chunk: Uint8Array, position: number): void {
    const file = this.#open;
    if (file === undefined) return;
    this.#total += chunk.length;
    if (position !== file.bytes) throw new Stopped('order');
    file.bytes += chunk.length;
    if (file.bytes > this.#job.maxFileBytes || this.#total > this.#job.maxTotalBytes) throw new Stopped('size');
    if (file.fd !== undefined) writeWhole(file.fd, chunk);
    else if (file.index >= 0 && this.#job.into === undefined) file.chunks.push(chunk.slice());
    const now = performance.now();
    if (now - this.#progressSentAt < PROGRESS_EVERY_MS) return;
    this.#progressSentAt = now;
    parentPort?.postMessage({ kind: 'progress' } satisfies EngineMessage);
  }

  end(): void {
    const file = this.#open;
    this.#open = undefined;
    if (file === undefined) return;
    if (file.fd !== undefined) closeSync(file.fd);
    if (file.index < 0) return;
    const content = this.#job.into === undefined ? Buffer.concat(file.chunks) : undefined;
    this.files.push({ index: file.index, bytes: file.bytes, error: undefined, content });
  }

  /** The engine's error line comes after the file that it is about. */
  readErrorLine(line: string): void {
    const [, error] = /^ERROR: (.*?)(?: : |$)/.exec(line) ?? [];
    const last = this.files.at(-1);
    if (error !== undefined && last !== undefined) last.error ??= error;
  }
}

function writeWhole(fd: number, chunk: Uint8Array): void {
  let done = 0;
  while (done < chunk.length) done += writeSync(fd, chunk, done);
}

/**
 * Whether the engine writes the listed file under this name. Compares letters and digits only: the engine leaves off folders
 * and replaces characters that it considers invalid. A name that is not UTF-8 can't be compared.
 */
function isNameOf(listed: string | undefined, made: string): boolean {
  const plain = (name: string) => name.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '');
  return listed === undefined || plain(listed).endsWith(plain(made));
}

async function perform(job: EngineJob): Promise<EngineMessage> {
  memory.reset();
  try {
    const archive: ArchiveBytes = 'bytes' in job.source ? job.source : withSize(job.source);
    const answer = await (job.task === 'list' ? list(job, archive) : unpack(job, archive));
    return answer.kind === 'unpacked' && memory.hasRunOut() ? { kind: 'stopped', why: 'memory' } : answer;
  } catch (error) {
    if (memory.hasRunOut()) return { kind: 'stopped', why: 'memory' };
    if (error instanceof Stopped) return { kind: 'stopped', why: error.why };
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) };
  }
}

function withSize({ fd, offset }: { fd: number; offset: number }): ArchiveBytes {
  return { fd, offset, size: fstatSync(fd).size - offset };
}

parentPort?.on('message', (job: EngineJob) => {
  void perform(job).then((answer) => parentPort?.postMessage(answer));
});
