import type { ChapterItem } from '#contract/shapes';

/** A chapter's name as readers say it: 第3话 雨夜; its title alone where that carries a number already. */
export function chapterTitle({ no, title }: Pick<ChapterItem, 'no' | 'title'>): string {
  const name = title.trim();
  if (/^第.{1,8}[话話回集章卷]/.test(name)) return name;
  return name === '' || name === String(no) ? `第${no}话` : `第${no}话 ${name}`;
}
