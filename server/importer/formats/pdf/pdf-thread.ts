// A thread of its own: reads PDFs, which may hold anything, bounded in memory, output and pages.
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

/** Pages that end the engine, before the whole PDF is given up. */
const MOST_CRASHES = 5;
/** Read of a document until it is opened anew, so that what the engine keeps of it does not grow with its length. */
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

/** A page that ends the engine, as where memory is refused to it, costs itself: a new engine goes on behind it. */
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

/** How a trap of WebAssembly and the engine's own `abort` look from outside. */
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
