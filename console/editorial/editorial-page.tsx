import { Route, Routes } from 'react-router';
import type { DataOf } from '#contract/call';
import { partList } from '#contract/console/editorial';
import { MONEY_PARTS, PARTS } from '#contract/console/editorial-parts';
import { Loaded, Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer } from '../runtime/queries.ts';
import { AnnouncementsPage } from './announcements/announcements-page.tsx';
import { CalendarPage } from './calendar-page.tsx';
import { FirstSaleCard } from './first-sale-card.tsx';
import { PartPage } from './part-page.tsx';
import { EditorialTabs } from './tabs.tsx';

type Part = DataOf<typeof partList>['list'][number];

export function EditorialPage() {
  return (
    <Routes>
      <Route index element={<Parts />} />
      <Route path="calendar" element={<CalendarPage />} />
      <Route path="announcements" element={<AnnouncementsPage />} />
      <Route path=":name" element={<PartPage />} />
    </Routes>
  );
}

/** All parts, with the author of the last change. */
function Parts() {
  const query = useAnswer(partList, {});
  return (
    <Page title="编排">
      <EditorialTabs />
      <Loaded query={query}>
        {({ list }) => (
          <>
            <PartRows label="读者看到的" parts={list.filter(({ name }) => !MONEY_PARTS.includes(name))} />
            <FirstSaleCard />
            <PartRows label="充值、优惠与赠送" parts={list.filter(({ name }) => MONEY_PARTS.includes(name))} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function PartTitle({ name }: Pick<Part, 'name'>) {
  const part = PARTS.find((each) => each.name === name);
  return (
    <span className="min-w-0 py-1">
      {part?.title}
      <span className="block text-sm font-normal text-soft">{part?.where}</span>
    </span>
  );
}

function PartRows({ label, parts }: { label: string; parts: readonly Part[] }) {
  return (
    <>
      <h2 className="text-lg font-semibold">{label}</h2>
      <Rows
        label={label}
        rows={parts}
        keyOf={({ name }) => name}
        linkOf={({ name }) => `/editorial/${name}`}
        columns={[
          { title: '部分', cell: ({ name }) => <PartTitle name={name} /> },
          { title: '项数', isNumber: true, cell: ({ items }) => items ?? '—' },
          {
            title: '最近的改动',
            cell: ({ last }) => (last ? `${timeText(last.at)} · ${last.by}` : '自带的'),
          },
        ]}
      />
    </>
  );
}
