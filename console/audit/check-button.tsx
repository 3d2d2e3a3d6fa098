import { auditCheck } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../parts/page.tsx';
import { useChange } from '../runtime/queries.ts';

/** Checks whether the log was changed, and shows the result. */
export function CheckButton() {
  const { data, error, isPending, mutate } = useChange(auditCheck);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className={`text-sm break-all empty:hidden ${data?.altered ? 'text-danger' : 'text-soft'}`}>
        {data && textOf(data)}
      </p>
      <Problem error={error} />
      <Button look="tinted" disabled={isPending} onClick={() => mutate({})}>
        {isPending ? '正在核对' : '核对'}
      </Button>
    </div>
  );
}

type CheckResult = { entries: number; altered: number | null; head: string | null };

function textOf({ entries, altered, head }: CheckResult): string {
  if (altered !== null) return `第 ${altered} 条被改过、删掉或插了进来，之前的 ${entries} 条没有`;
  return `${entries} 条都没有被改过${head === null ? '' : `，最后的哈希 ${head.slice(0, 16)}`}`;
}
