import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CheckBox } from '../parts/check-box.tsx';
import { timeText } from '../parts/time.ts';
import type { Chapter } from './words.ts';

type ChapterRowProps = {
  comicId: number;
  chapter: Chapter;
  /** The handle and the buttons that move it. */
  controls: ReactNode;
  isChosen: boolean;
  onChoose(): void;
  onOpen(): void;
};

export function ChapterRow({ comicId, chapter, controls, isChosen, onChoose, onOpen }: ChapterRowProps) {
  const { id, fields, state, pages, damagedPages, owners, emptied } = chapter;
  const facts = [
    priceOf(chapter),
    `${pages} 页`,
    ...(damagedPages > 0 ? [`${damagedPages} 页损坏`] : []),
    ...(owners > 0 ? [`${owners} 人买过`] : []),
    publicationOf(fields.publishedAt),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-2 px-2 py-1 sm:flex-nowrap sm:px-4">
      <CheckBox aria-label={`选择第 ${fields.no} 话`} checked={isChosen} onChange={onChoose} />
      <button
        type="button"
        data-row
        className="flex min-h-11 min-w-0 flex-1 flex-col justify-center py-1 text-left hover:text-accent"
        onClick={onOpen}
      >
        <span className="max-w-full break-words">
          第 {fields.no} 话 {fields.title}
          {state !== 'online' && (
            <span className="ml-2 text-sm text-warm">
              {emptied ? '已清除' : state === 'deleted' ? '已删除' : '已下架'}
            </span>
          )}
        </span>
        <span className="text-sm text-soft">{facts.join(' · ')}</span>
      </button>
      <span className="flex items-center max-sm:ml-auto">
        {!emptied && (
          <Link
            to={`/comics/${comicId}/chapters/${id}`}
            aria-label={`第 ${fields.no} 话的页`}
            className="flex min-h-11 min-w-11 items-center justify-center text-accent"
          >
            页
          </Link>
        )}
        {controls}
      </span>
    </div>
  );
}

function priceOf({ costCoins, fields: { priceCoins } }: Chapter): string {
  const cost = costCoins === 0 ? '免费' : `${costCoins} 漫币`;
  return priceCoins === null ? cost : `${cost}（单独标价）`;
}

function publicationOf(publishedAt: string): string {
  return new Date(publishedAt) > new Date() ? `定时 ${timeText(publishedAt)}` : timeText(publishedAt);
}
