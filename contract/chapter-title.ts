import { chapterNoText, isOnlyPlace } from './chapter-no.ts';

type Named = { no: number; title?: string | undefined };

const SAYS_NUMBER = /第\s*[\d.零一二三四五六七八九十百千]+\s*[话話回章集]/;

/** The number of a chapter and its title, which often contains the number already. */
export function chapterTitle({ no, title = '' }: Named): string {
  if (title === '' || isOnlyPlace(no)) return chapterName({ no, title });
  return SAYS_NUMBER.test(title) ? title : `${chapterNoText(no)} ${title}`;
}

/** The shortest name of a chapter: its number, or its title if the number only gives its position. */
export function chapterName({ no, title }: Named): string {
  return isOnlyPlace(no) ? title || '番外' : chapterNoText(no);
}
