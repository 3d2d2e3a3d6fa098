import type { ChapterItem, ComicDetail } from '#contract/shapes';
import { LockIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useRangeChapters } from '../reading/chapter-ranges/range-chapters.ts';
import type { Range } from '../reading/chapter-ranges/ranges.ts';
import { chapterTitle } from '../reading/chapter-words/chapter-title.ts';
import { useDownloads } from './downloads.ts';

type DownloadChaptersProps = {
  comic: ComicDetail;
  range: Range;
  picked: ReadonlyMap<number, ChapterItem>;
  onPick(chapters: readonly ChapterItem[], isPicked: boolean): void;
};

const ACTION = 'h-11 px-2 text-accent';

/** The chapters of one range. Readable ones can be picked, unless they are downloaded or being downloaded. */
export function DownloadChapters({ comic, range, picked, onPick }: DownloadChaptersProps) {
  const { data, error, retry } = useRangeChapters(comic, range);
  const list = useDownloads((state) => state.list);
  if (error) return <ErrorState message="章节没有加载成功" onRetry={retry} />;
  if (!data || !list) return <Skeleton className="h-72 w-full" />;
  const known = new Map(list.map((download) => [download.chapterId, download]));
  const open = data.filter(({ id, access }) => access !== 'locked' && !known.has(id));
  const hasAll = open.length > 0 && open.every(({ id }) => picked.has(id));
  const unread = open.filter(({ read }) => !read);
  return (
    <>
      <div className="flex h-11 items-center justify-between text-sm text-soft">
        <span>{open.length > 0 ? `可以下载 ${open.length} 话` : '没有可以下载的了'}</span>
        {open.length > 0 && (
          <span className="flex">
            {unread.length > 0 && unread.length < open.length && (
              <button type="button" className={ACTION} onClick={() => onPick(unread, true)}>
                选未读 {unread.length} 话
              </button>
            )}
            <button type="button" data-toggle className={ACTION} onClick={() => onPick(open, !hasAll)}>
              {hasAll ? '全不选' : '全选'}
            </button>
          </span>
        )}
      </div>
      <ul className="max-h-[40dvh] overflow-y-auto overscroll-contain">
        {data.map((chapter) => (
          <li key={chapter.id} className="border-b border-line last:border-0">
            <ChapterChoice
              chapter={chapter}
              note={chapter.access === 'locked' ? 'locked' : (known.get(chapter.id)?.state ?? null)}
              isPicked={picked.has(chapter.id)}
              onPick={(isPicked) => onPick([chapter], isPicked)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type ChapterChoiceProps = {
  chapter: ChapterItem;
  /** Why it can't be picked. */
  note: keyof typeof NOTES | null;
  isPicked: boolean;
  onPick(isPicked: boolean): void;
};

const NOTES = { locked: '未解锁', done: '已下载', waiting: '下载中', paused: '已暂停', failed: '没有下载完' };

function ChapterChoice({ chapter, note, isPicked, onPick }: ChapterChoiceProps) {
  return (
    <label className={`flex min-h-12 items-center gap-3 ${note ? 'text-soft' : ''}`}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={isPicked}
        disabled={note !== null}
        onChange={() => onPick(!isPicked)}
      />
      <span className="min-w-0 flex-1 truncate">{chapterTitle(chapter)}</span>
      <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
        {note === 'locked' && <LockIcon className="size-4" />}
        {note ? NOTES[note] : `${chapter.pages} 页`}
      </span>
    </label>
  );
}
