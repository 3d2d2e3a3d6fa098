import type { FileHandle } from 'node:fs/promises';
import { MAX_DRAWING_MS, MAX_LISTING_MS, MAX_PDF_PAGES, MAX_TOTAL_BYTES } from '../../limits/limits.ts';
import { SourceError } from '../../source/source-error.ts';
import type { ArchiveFiles, SourceFile } from '../source-files.ts';
import { createJobThread } from '../threads/job-thread.ts';
import { ScratchPages } from '../threads/scratch-pages.ts';
import type { PageFault, PdfJob, PdfMessage, PdfRefusal } from './pdf-jobs.ts';
import { MAX_PDF_MEMORY_BYTES } from './pdf-memory.ts';

type PdfResult = Exclude<PdfMessage, { kind: 'progress' }>;

const runPdfJob = createJobThread<PdfJob, PdfResult>({
  script: new URL('./pdf-thread.ts', import.meta.url),
  mostMs: ({ task }) => (task === 'list' ? MAX_LISTING_MS : MAX_DRAWING_MS),
  isSpent: ({ kind }) => kind !== 'listed',
  late: () => new SourceError('timeout', '读这份 PDF 花的时间太长，已停止；请把每一页导出成图片，打包成 CBZ 再导入'),
  ended: (cause) => new SourceError('corrupt_archive', 'PDF 读不了，可能已损坏，请重新下载', { cause }),
});

/**
 * Opens a PDF. All pages are made when the first one is read: a page that is a single JPEG is copied, other pages are drawn.
 * They are kept in a folder below `scratch` until `close`.
 */
export async function openPdf(
  { fd }: FileHandle,
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<ArchiveFiles> {
  const listed = await runPdfJob({ task: 'list', fd }, signal);
  if (listed.kind !== 'listed') throw pdfError(listed);
  const pages = new ScratchPages(scratch, async (into) => {
    const answer = await runPdfJob({ task: 'unpack', fd, into, mostBytes: MAX_TOTAL_BYTES }, signal);
    if (answer.kind !== 'unpacked') throw pdfError(answer);
    return answer.faults;
  });
  const files = Array.from({ length: listed.pages }, (_, index): SourceFile => {
    const name = `第${index + 1}页.jpg`;
    return { path: name, bytes: 0, read: () => readPage(pages, index) };
  });
  const unpacking = { bytes: MAX_PDF_MEMORY_BYTES, finish: () => pages.made() };
  return { files, warnings: [], unpacking, close: () => pages.close() };
}

async function readPage(pages: ScratchPages<ReadonlyMap<number, PageFault>>, index: number): Promise<Buffer> {
  const fault = (await pages.made()).get(index);
  if (fault === 'memory') throw new SourceError('corrupt_entry', `PDF 的第 ${index + 1} 页太大，画不出来`);
  if (fault !== undefined) throw new SourceError('corrupt_entry', `PDF 的第 ${index + 1} 页已损坏，请重新下载`);
  return pages.read(String(index));
}

const REFUSALS: Record<PdfRefusal, () => SourceError> = {
  password: () => new SourceError('encrypted', 'PDF 有密码，请去掉密码后再导入'),
  protected: () => new SourceError('encrypted', 'PDF 有版权保护（DRM），不能导入；请换没有保护的文件'),
  broken: () => new SourceError('corrupt_archive', 'PDF 已损坏，请重新下载'),
  pages: () => new SourceError('bomb_entries', `PDF 超过 ${MAX_PDF_PAGES} 页，请拆成几份再导入`),
  size: () => new SourceError('bomb_size', 'PDF 超过 2 GB，或画出的页超过 4 GB，请拆成几份再导入'),
};

function pdfError(answer: PdfResult): SourceError {
  if (answer.kind === 'refused') return REFUSALS[answer.why]();
  const cause = answer.kind === 'failed' ? answer.message : answer.kind;
  const code = answer.kind === 'failed' ? answer.code : '';
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new SourceError('disk_full', '磁盘空间不足，请清理后再次运行同一命令', { cause });
  return new SourceError('corrupt_archive', 'PDF 读不了，可能已损坏，请重新下载', { cause });
}
