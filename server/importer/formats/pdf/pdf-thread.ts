// Worker thread: reads untrusted PDFs, with limits for memory, output and pages.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { MAX_PDF_PAGES } from '../../limits/limits.ts';
import { limitWasmMemory } from '../../limits/wasm-memory.ts';
import { pageBytes } from './page-bytes.ts';
import { PdfRefused, withDocument } from './pdf-document.ts';
import { type PdfEngine, startPdfEngine } from './pdf-engine.ts';
import type { PageFault, PdfJob, PdfMessage } from './pdf-jobs.ts';
import { MAX_PDF_MEMORY_BYTES } from './pdf-memory.ts';

/** Crashes of the engine before the whole PDF is refused. */
const MOST_CRASHES = 5;
/** Bytes read before the document is reopened. The engine keeps the pictures it has read until the document is closed. */
const BYTES_AN_OPENING = 32 * 1024 * 1024;

const memory = limitWasmMemory(MAX_PDF_MEMORY_BYTES);

type Unpacking = { into: string; mostBytes: number; next: number; bytes: number; faults: Map<number, PageFault> };

async function perform(job: PdfJob): Promise<PdfMessage> {
  if (job.task === 'list') return { kind: 'listed', pages: await countPages(job.fd) };
  const work: Unpacking = { ...job, next: 0, bytes: 0, faults: new Map() };
  await unpack(job.fd, work);
  return { kind: 'unpacked', bytes: work.bytes, faults: work.faults };
}

async function countPages(fd: number): Promise<number> {
  const engine = await startPdfEngine();
  const pages = await withDocument(engine, fd, async (document) => document.pages);
  if (pages > MAX_PDF_PAGES) throw new PdfRefused('pages');
  return pages;
}

/** A page that crashes the engine, for example for lack of memory, is damaged. A new engine continues with the next page. */
async function unpack(fd: number, work: Unpacking): Promise<void> {
  for (let crashes = 0; crashes <= MOST_CRASHES; crashes++) {
    try {
      const engine = await startPdfEngine();
      while (await unpackSome(engine, fd, work));
      return;
    } catch (error) {
      if (!isCrash(error)) throw error;
      work.faults.set(work.next++, memory.hasRunOut() ? 'memory' : 'damaged');
    }
  }
  throw new PdfRefused('broken');
}

/** Whether more pages are left. */
function unpackSome(engine: PdfEngine, fd: number, work: Unpacking): Promise<boolean> {
  return withDocument(engine, fd, async ({ pointer, pages, bytesRead }) => {
    const end = Math.min(pages, MAX_PDF_PAGES);
    do {
      if (work.next < end) await unpackPage(engine, pointer, work);
    } while (work.next < end && bytesRead() < BYTES_AN_OPENING);
    return work.next < end;
  });
}

/** Recognises a WebAssembly trap and the engine's `abort`. */
function isCrash(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

async function unpackPage(engine: PdfEngine, document: number, work: Unpacking): Promise<void> {
  memory.reset();
  const bytes = await readPage(engine, document, work.next);
  if (bytes === undefined || memory.hasRunOut()) {
    work.faults.set(work.next, memory.hasRunOut() ? 'memory' : 'damaged');
  } else {
    work.bytes += bytes.length;
    if (work.bytes > work.mostBytes) throw new PdfRefused('size');
    await writeFile(join(work.into, String(work.next)), bytes, { mode: 0o600 });
  }
  work.next++;
  parentPort?.postMessage({ kind: 'progress' } satisfies PdfMessage);
}

async function readPage(engine: PdfEngine, document: number, index: number): Promise<Buffer | undefined> {
  const page = engine.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  try {
    return await pageBytes(engine, page);
  } catch (error) {
    if (isCrash(error)) throw error;
    return undefined;
  } finally {
    engine.FPDF_ClosePage(page);
  }
}

function failureOf(error: unknown): PdfMessage {
  if (error instanceof PdfRefused) return { kind: 'refused', why: error.why };
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) };
}

parentPort?.on('message', (job: PdfJob) => {
  void perform(job)
    .catch(failureOf)
    .then((answer) => parentPort?.postMessage(answer));
});
