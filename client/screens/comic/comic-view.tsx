import { useEffect, useRef } from 'react';
import { comicRecommend } from '#contract/calls/listings';
import type { ComicDetail } from '#contract/shapes';
import { onDemand } from '../../../ui/on-demand.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { ComicRow } from '../../features/comics/comic-card/comic-card.tsx';
import { isForNewReader } from '../../features/comics/comic-detail/for-new-reader.ts';
import { errorReport } from '../../features/feedback/error-report.ts';
import { useFeedback } from '../../features/feedback/use-feedback.tsx';
import { ShareButton } from '../../features/share/share-button.tsx';
import { useCall } from '../../runtime/queries/queries.ts';
import type { Buying } from './buying/buying.ts';
import { ChapterList } from './chapter-list.tsx';
import { ComicAbout, ComicHero } from './comic-about.tsx';
import { BAR_HEIGHT, BUTTONS_END, ComicFrame, OVER_PICTURE } from './comic-frame.tsx';
import { sendMark, useFailedMark, useMarks } from './marking/marks.ts';
import { useSelection } from './marking/use-selection.ts';
import { ReadingBar } from './reading-bar.tsx';
import { usePassed } from './use-passed.ts';

const MarkBar = onDemand(() => import('./marking/mark-bar.tsx').then((m) => m.MarkBar));

/** The detail of a comic. */
export function ComicView({ comic, onBuy }: { comic: ComicDetail; onBuy(what: Buying): void }) {
  const coverTop = useRef<HTMLDivElement>(null);
  const coverEnd = useRef<HTMLDivElement>(null);
  const { writeFeedback, feedbackSheet } = useFeedback();
  const selection = useSelection();
  const isUndoable = useMarks(({ undoable }) => undoable !== null);
  const hasFailed = useFailedMark(({ failed }) => failed !== null);
  const hasMark = isUndoable || hasFailed;
  useEffect(() => () => void sendMark(), []);
  const isOverPicture = !usePassed(coverTop, BUTTONS_END);
  const passed = usePassed(coverEnd, BAR_HEIGHT);
  return (
    <ComicFrame
      title={passed ? comic.title : null}
      isOverPicture={isOverPicture}
      actions={<ShareButton comic={comic} className={isOverPicture ? OVER_PICTURE : ''} />}
    >
      <ComicHero comic={comic} />
      <div className="columns" data-selecting={selection.picked ? true : undefined}>
        <div ref={coverTop} className="cover-top" />
        <div ref={coverEnd} className="cover-end" />
        <ComicAbout comic={comic}>
          <ReadingBar comic={comic} />
        </ComicAbout>
        <div className="words min-w-0">
          {/* It starts again at the place of a reader with a session, when the server has answered for that reader. */}
          <ChapterList key={isForNewReader(comic) ? 'new' : 'own'} comic={comic} selection={selection} onBuy={onBuy} />
          <p className="flex flex-wrap justify-center pt-4">
            <TextButton onClick={() => selection.start()}>在别处看过？标记看到哪一话</TextButton>
            <TextButton onClick={() => writeFeedback(errorReport({ comic }))}>内容有问题？报错</TextButton>
          </p>
          <RelatedComics id={comic.id} />
        </div>
      </div>
      {feedbackSheet}
      {hasMark && <MarkBar comicId={comic.id} />}
    </ComicFrame>
  );
}

/** Similar comics, at the end of the screen; nothing while there are none. */
function RelatedComics({ id }: { id: number }) {
  const { data } = useCall(comicRecommend, { id });
  if (!data || data.list.length === 0) return null;
  return (
    <section aria-label="相关推荐" className="related">
      <h2 className="page-width flex h-11 items-center text-lg font-semibold">相关推荐</h2>
      <ComicRow list={data.list} />
    </section>
  );
}
