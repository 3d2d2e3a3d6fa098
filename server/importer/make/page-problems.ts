import type { SourcePage } from '../source/source.ts';
import { asSourceError } from '../source/source-error.ts';

/** The problems with the pages of one chapter. */
export class PageProblems {
  readonly warnings: string[] = [];
  /** Pages that are damaged or left out. */
  count = 0;
  /** Whether a page took too long to decode. It may work later, when the machine is less busy. */
  hasTimedOut = false;

  addDamaged(page: SourcePage, reason: string, isLost: boolean): void {
    this.count++;
    this.warnings.push(`第「${page.name}」页已损坏：${reason}${isLost ? '，以占位图代替' : '，只显示能读出的部分'}`);
  }

  /** For a page that is no picture or can't be unpacked. Throws any other error again. */
  addSkipped(page: SourcePage, error: unknown): void {
    const sourceError = asSourceError(error);
    if (sourceError?.code !== 'bad_image' && sourceError?.code !== 'corrupt_entry') throw sourceError ?? error;
    this.count++;
    this.warnings.push(`第「${page.name}」页已跳过：${sourceError.message}`);
  }
}
