import { chapterNoText } from './chapter-no.ts';

/** The number of a chapter and its title, which often contains the number already. */
export function chapterTitle({ no, title }: { no: number; title: string }): string {
  const number = chapterNoText(no);
  if (title === '') return number;
  return /第\s*[\d.零一二三四五六七八九十百千]+\s*[话話回章集]/.test(title) ? title : `${number} ${title}`;
}
