import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { bytesText, countText } from '../parts/numbers.ts';
import { Card } from '../parts/page.tsx';

type System = DataOf<typeof system>;

export function DisksCard({ disks, sms }: Pick<System, 'disks' | 'sms'>) {
  return (
    <Card title="磁盘与短信" hint="还够几天，按最近三十天的增长算">
      <ul className="divide-y divide-line">
        {disks.map(({ path, freeBytes, usedBytes, daysLeft, low }) => (
          <li key={path} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="break-all">{path}</span>
            <span className={low ? 'text-danger' : ''}>
              还有 {bytesText(freeBytes)}，已用 {bytesText(usedBytes)}，
              {daysLeft === null ? '还看不出几天会满' : `约够 ${countText(daysLeft)} 天`}
              {low && '，空间不足'}
            </span>
          </li>
        ))}
        <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span>今天的短信</span>
          <span>
            {countText(sms.spent)} / {countText(sms.ofDay)} 条
          </span>
        </li>
      </ul>
    </Card>
  );
}
