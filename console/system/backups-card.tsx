import type { DataOf } from '#contract/call';
import { startBackup, type system } from '#contract/console/system';
import { Button } from '../../ui/button.tsx';
import { bytesText, countText } from '../parts/numbers.ts';
import { Card, Problem } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';
import { TaskState } from './task-state.tsx';

type Backups = DataOf<typeof system>['backups'];
type Backup = Backups['list'][number];

const COLUMNS: readonly Column<Backup>[] = [
  { title: '时间', cell: ({ madeAt }) => timeText(madeAt) },
  { title: '文件夹', cell: ({ name }) => <code className="text-sm">{name}</code> },
  {
    title: '数据库',
    isNumber: true,
    cell: ({ rows, databaseBytes }) => `${countText(rows)} 行，${bytesText(databaseBytes)}`,
  },
  { title: '图片', isNumber: true, cell: ({ pictures }) => countText(pictures) },
];

export function BackupsCard({ backups: { folder, isOnSameDisk, lastAt, list, task } }: { backups: Backups }) {
  const change = useChange(startBackup);
  return (
    <Card
      title="备份"
      hint={lastAt === null ? '还没有备份过' : `上次在 ${timeText(lastAt)}`}
      actions={
        <Button
          look="tinted"
          disabled={change.isPending || task?.state === 'running'}
          onClick={() => change.mutate({})}
        >
          现在备份
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Problem error={change.error} />
        <p className="text-sm break-all text-soft">放在 {folder}；从这里做的备份不删除旧的</p>
        {isOnSameDisk && (
          <p className="text-sm text-warm">
            这个文件夹与数据在同一块盘上：盘坏了，备份也没有了。请把整个文件夹另外复制到别的机器，或设环境变量
            BACKUP_DIR 放到另一块盘。
          </p>
        )}
        {task && <TaskState task={task} name="备份" />}
        {list.length > 0 && <Rows label="各次备份" rows={list} columns={COLUMNS} keyOf={({ name }) => name} />}
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-accent">怎样恢复</summary>
          <Restoring folder={folder} />
        </details>
      </div>
    </Card>
  );
}

/** Restoring replaces the database under the server, so it is done on the machine. */
function Restoring({ folder }: { folder: string }) {
  return (
    <ol className="list-decimal space-y-2 pl-5 break-all">
      <li>在服务器上停止漫屿。恢复会换掉整个数据库，所以不能在后台做。</li>
      <li>
        恢复到一个新的数据目录：
        <pre className="mt-1 rounded-lg bg-sunken p-3 whitespace-pre-wrap">
          DATA_DIR=/新的数据目录 manyu restore {folder}
        </pre>
        写文件夹是最近的一份；要早一点的，写它里面的那一份。
      </li>
      <li>用新的数据目录启动漫屿，看一遍，再删除旧的。</li>
      <li>
        平时可以核对备份是否完好：<code>manyu backup {folder} --verify</code>
      </li>
    </ol>
  );
}
