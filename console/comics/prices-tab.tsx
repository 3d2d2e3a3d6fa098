import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { comicPrices } from '#contract/console/comics-history';
import { EmptyState } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { readLocalTime, toLocalTime } from '../parts/time.ts';

type Row = DataOf<typeof comicPrices>['list'][number];

const priceText = (coins: number) => (coins === 0 ? '免费' : `${coins} 漫币`);

const COLUMNS: readonly Column<Row>[] = [
  { title: '话', cell: ({ no, title }) => `第 ${no} 话 ${title}` },
  { title: '现在', isNumber: true, cell: ({ now }) => priceText(now) },
  {
    title: '那时',
    isNumber: true,
    cell: ({ now, later, isOutLater }) => (
      <span className={now === later ? '' : 'font-medium'}>{isOutLater ? priceText(later) : '读者看不到'}</span>
    ),
  },
];

/** The prices of each chapter, now and at a chosen time. */
export function PricesTab({ comicId }: { comicId: number }) {
  const [text, setText] = useState(() => toLocalTime(new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString()));
  return (
    <>
      <div className="rounded-2xl bg-raised p-4 ring-1 ring-line sm:p-6">
        <TextField
          label="看哪个时间的价格（北京时间）"
          type="datetime-local"
          value={text}
          onText={setText}
          hint="优惠与转为免费的时间都算在内"
        />
      </div>
      {/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && (
        <LoadMore call={comicPrices} filter={{ id: comicId, at: readLocalTime(text), size: 50 }}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="还没有话" />
            ) : (
              <Rows label="各话的价格" rows={rows} columns={COLUMNS} keyOf={({ id }) => id} />
            )
          }
        </LoadMore>
      )}
    </>
  );
}
