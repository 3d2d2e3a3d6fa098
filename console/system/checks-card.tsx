import type { DataOf } from '#contract/call';
import { startDoctor, type system } from '#contract/console/system';
import { Button } from '../../ui/button.tsx';
import { Findings } from '../parts/findings.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';
import { TaskState } from './task-state.tsx';

type System = DataOf<typeof system>;

/** The findings of the doctor: the quick checks now, or the last run of all checks. */
export function ChecksCard({ checks, doctor }: Pick<System, 'checks' | 'doctor'>) {
  const change = useChange(startDoctor);
  return (
    <Card
      title="检查"
      hint="打开这一页时做快速的检查；完整的还核对账目、抽查图片，要几秒到几分钟"
      actions={
        <Button
          look="tinted"
          disabled={change.isPending || doctor?.state === 'running'}
          onClick={() => change.mutate({})}
        >
          完整检查
        </Button>
      }
    >
      <Problem error={change.error} />
      <Findings list={checks} />
      {doctor && (
        <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
          <TaskState task={doctor} name="完整检查" />
          {doctor.result && <Findings list={doctor.result} />}
        </div>
      )}
    </Card>
  );
}
