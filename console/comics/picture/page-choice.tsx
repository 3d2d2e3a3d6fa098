import { useState } from 'react';
import { chapterList } from '#contract/console/chapters';
import { chapterPages } from '#contract/console/pages';
import { EmptyState } from '../../../ui/states.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loaded } from '../../parts/page.tsx';
import { fetchPicture, Picture } from '../../parts/picture.tsx';
import { Select } from '../../parts/select.tsx';
import { useAnswer } from '../../runtime/queries.ts';
import type { ChosenPicture } from './chosen-picture.ts';

type PageChoiceProps = { comicId: number; onChoose(picture: ChosenPicture): void };

/** Chooses a page of a comic. A very tall page is offered in its pieces. */
export function PageChoice({ comicId, onChoose }: PageChoiceProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <LoadMore call={chapterList} filter={{ id: comicId, size: 50 }}>
      {(list) => {
        const chapters = list.filter(({ emptied }) => !emptied);
        const chapterId = chosen ?? chapters[0]?.id;
        if (chapterId === undefined) return <EmptyState title="还没有话" />;
        return (
          <div className="flex flex-col gap-3">
            <Select
              label="哪一话"
              value={chapterId}
              options={chapters.map(({ id, fields: { no, title } }) => [String(id), `第 ${no} 话 ${title}`] as const)}
              onChange={({ target }) => setChosen(Number(target.value))}
            />
            <PagesOf chapterId={chapterId} onChoose={onChoose} />
          </div>
        );
      }}
    </LoadMore>
  );
}

function PagesOf({ chapterId, onChoose }: { chapterId: number; onChoose: PageChoiceProps['onChoose'] }) {
  const query = useAnswer(chapterPages, { chapterId });
  const choose = async (url: string, page: number, piece: number) =>
    onChoose({ url: await fetchPicture(url), page: { what: 'page', chapterId, page, piece } });
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <ul aria-label="各页" className="grid max-h-[50dvh] grid-cols-3 gap-2 overflow-y-auto p-1">
          {pages.flatMap(({ url, pieces }, page) =>
            (pieces.length > 0 ? pieces : [url]).map((each, piece) => (
              <li key={each}>
                <button
                  type="button"
                  aria-label={`第 ${page + 1} 页${pieces.length > 0 ? `的第 ${piece + 1} 段` : ''}`}
                  onClick={() => void choose(each, page, piece)}
                >
                  <Picture url={each} alt="" className="block aspect-3/4 w-full rounded-md object-top" />
                </button>
              </li>
            )),
          )}
        </ul>
      )}
    </Loaded>
  );
}
