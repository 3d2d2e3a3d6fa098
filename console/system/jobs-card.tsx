import type { DataOf } from '#contract/call';
import { jobName } from '#contract/console/job-names';
import type { system } from '#contract/console/system';
import { Card } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';

type Job = DataOf<typeof system>['jobs'][number];

const COLUMNS: readonly Column<Job>[] = [
  { title: '工作', cell: ({ name }) => jobName(name) },
  { title: '多久一次', cell: ({ everySeconds }) => periodText(everySeconds) },
  { title: '上次做完', cell: ({ doneAt }) => (doneAt === null ? '还没有' : timeText(doneAt)) },
  {
    title: '上次失败',
    cell: ({ failedAt, failure }) =>
      failedAt === null ? (
        <span className="text-soft">没有</span>
      ) : (
        <span className="break-all">
          {timeText(failedAt)}：{failure}
        </span>
      ),
  },
];

export function JobsCard({ jobs }: { jobs: readonly Job[] }) {
  const failing = jobs.filter(({ doneAt, failedAt }) => failedAt !== null && (doneAt === null || doneAt < failedAt));
  return (
    <Card title="定时任务" hint="每分钟记一次">
      {failing.length > 0 && (
        <p className="mb-3 text-danger">最近一次没有做成：{failing.map(({ name }) => jobName(name)).join('、')}</p>
      )}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">全部 {jobs.length} 项</summary>
        <Rows label="定时任务" rows={jobs} columns={COLUMNS} keyOf={({ name }) => name} />
      </details>
    </Card>
  );
}

/** How often it runs. */
function periodText(seconds: number): string {
  if (seconds < 60) return `每 ${seconds} 秒`;
  return seconds < 3600 ? `每 ${Math.round(seconds / 60)} 分钟` : `每 ${Math.round(seconds / 3600)} 小时`;
}
