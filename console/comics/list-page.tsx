import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { comicList } from '#contract/console/comics';
import { bulkPreview } from '#contract/console/comics-bulk';
import { EmptyState } from '../../ui/states.tsx';
import { CheckBox } from '../parts/check-box.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { useMayCall } from '../runtime/rights.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ComicFilter, useComicFilter } from './comic-filter.tsx';
import { CoverThumb } from './cover-thumb.tsx';
import { priceText, STATE_NAMES, STATUSES } from './words.ts';

type Listed = DataOf<typeof comicList>['list'][number];

const paidText = ({ isPaid, ...comic }: Listed) => (comic.priceCoins === 0 && isPaid ? '部分话付费' : priceText(comic));
const statusText = ({ status }: Listed) => STATUSES.find(([name]) => name === status)?.[1];

/** The row on a phone: `3 话 · 15 漫币，前 2 话免费 · 连载`. */
function summaryOf(comic: Listed) {
  const state = comic.state === 'online' ? [] : [STATE_NAMES[comic.state]];
  return [`${comic.chapters} 话`, paidText(comic), statusText(comic), ...state].join(' · ');
}

const COLUMNS: readonly Column<Listed>[] = [
  {
    title: '漫画',
    cell: (comic) => (
      <>
        <CoverThumb cover={comic.cover} />
        <span className="min-w-0 break-words">
          {comic.title}
          <span className="block text-xs font-normal text-soft max-sm:hidden">{comic.code}</span>
          <span className="block text-sm font-normal text-soft sm:hidden">{summaryOf(comic)}</span>
        </span>
      </>
    ),
  },
  { title: '话', isNumber: true, cell: ({ chapters }) => chapters },
  {
    title: '价格',
    cell: paidText,
  },
  { title: '状态', cell: statusText },
  {
    title: '上架',
    cell: ({ state }) => <span className={state === 'online' ? '' : 'text-warm'}>{STATE_NAMES[state]}</span>,
  },
  { title: '最近改动', cell: ({ updatedAt }) => timeText(updatedAt) },
];

export function ListPage() {
  const filter = useComicFilter();
  const mayChangeMany = useMayCall(bulkPreview);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choice: Column<Listed> = {
    title: '选择',
    cell: ({ id, title }) => (
      <CheckBox
        aria-label={`选择《${title}》`}
        checked={chosen.has(id)}
        onChange={() => setChosen(toggled(chosen, id))}
      />
    ),
  };
  return (
    <Page title="漫画">
      <ComicFilter />
      <LoadMore call={comicList} filter={{ ...filter, size: 50 }}>
        {(comics) =>
          comics.length === 0 ? (
            <EmptyState
              title="没有符合条件的漫画"
              hint={mayChangeMany ? undefined : '这里只有交给你的漫画；没有的，请编辑交给你'}
            />
          ) : (
            <>
              {mayChangeMany && (
                <BulkBar shown={comics.map(({ id }) => id)} filter={filter} chosen={chosen} onChoose={setChosen} />
              )}
              <Rows
                label="漫画"
                rows={comics}
                isCompact
                columns={mayChangeMany ? [...COLUMNS, choice] : COLUMNS}
                keyOf={({ id }) => id}
                linkOf={({ id }) => `/comics/${id}`}
              />
            </>
          )
        }
      </LoadMore>
    </Page>
  );
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
