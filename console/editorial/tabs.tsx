import { Tabs } from '../parts/tabs.tsx';

const TABS = [
  { to: '/editorial', title: '各部分' },
  { to: '/editorial/calendar', title: '日历' },
  { to: '/editorial/announcements', title: '公告' },
];

export function EditorialTabs() {
  return <Tabs label="编排" tabs={TABS} />;
}
