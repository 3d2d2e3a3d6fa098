import type { DataOf } from '#contract/call';
import { comicFigures } from '#contract/console/figures';
import { EmptyState } from '../../ui/states.tsx';
import { percentText } from '../figures/definitions.ts';
import { addDays, PRESETS, todayOf } from '../figures/span.ts';
import { useFilter } from '../parts/filter.ts';
import { countText } from '../parts/numbers.ts';
import { Card, Loaded } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Select } from '../parts/select.tsx';
import { useAnswer } from '../runtime/queries.ts';

type ComicDay = DataOf<typeof comicFigures>['days'][number];

const COLUMNS: readonly Column<ComicDay>[] = [
  { title: '日期', cell: ({ day }) => day },
  { title: '读者', isNumber: true, cell: ({ readers }) => countText(readers) },
  { title: '阅读', isNumber: true, cell: ({ views }) => countText(views) },
  { title: '读完率', isNumber: true, cell: ({ finished, views }) => percentText(finished, views) },
  { title: '看到付费话', isNumber: true, cell: ({ seen }) => countText(seen) },
  { title: '打开购买', isNumber: true, cell: ({ panels }) => countText(panels) },
  { title: '解锁', isNumber: true, cell: ({ unlocks }) => countText(unlocks) },
];

/** How a comic is read, day by day. */
export function FiguresTab({ comicId }: { comicId: number }) {
  const { get, set } = useFilter();
  const days = PRESETS.find((count) => String(count) === get('days')) ?? PRESETS[1];
  const today = todayOf(new Date());
  const query = useAnswer(comicFigures, { id: comicId, from: addDays(today, -days), to: addDays(today, -1) });
  return (
    <Card
      title="每天的阅读"
      hint="截至昨天；没有人阅读的日子不列出"
      actions={
        <Select
          label="时间"
          value={String(days)}
          options={PRESETS.map((count) => [String(count), `最近 ${count} 天`] as const)}
          onChange={({ target }) => set('days', target.value)}
        />
      }
    >
      <Loaded query={query}>
        {({ days: listed }) =>
          listed.length === 0 ? (
            <EmptyState title="这段时间没有人阅读" />
          ) : (
            <Rows label="每天的阅读" rows={listed} columns={COLUMNS} keyOf={({ day }) => day} />
          )
        }
      </Loaded>
    </Card>
  );
}
