import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { Card } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { type Column, Rows } from '../parts/rows.tsx';

type Setting = NonNullable<DataOf<typeof system>['settings']>[number];

const COLUMNS: readonly Column<Setting>[] = [
  {
    title: '设置',
    cell: ({ name, what }) => (
      <span className="min-w-0 break-words">
        {what}
        <span className="block text-xs font-normal text-soft">{name}</span>
      </span>
    ),
  },
  {
    title: '现在的值',
    cell: ({ value }) => (
      <span className="min-w-0 break-all max-sm:text-right">{value ?? <span className="text-soft">没有设</span>}</span>
    ),
  },
  { title: '在哪里', cell: ({ isFile }) => (isFile ? '数据目录里的文件' : '环境变量') },
];

/** The settings that can be changed only on the server, with their values. */
export function SettingsCard({ settings }: { settings: readonly Setting[] }) {
  return (
    <Card
      title="设置"
      hint="这些在服务器上改，改后重新启动；改错了网站可能打不开，所以后台只列出来。告警的接收方、短信网关在「告警」与「短信」里改，支付渠道在「账务」里改。"
    >
      <div className="mb-2 flex flex-wrap gap-x-4">
        <PageLink to="/editorial" text="网站名称、条款、价格与开关在「编排」里改" />
      </div>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-accent">全部 {settings.length} 项</summary>
        <Rows label="设置" rows={settings} columns={COLUMNS} keyOf={({ name }) => name} />
      </details>
    </Card>
  );
}
