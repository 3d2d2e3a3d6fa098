import type { DataOf } from '#contract/call';
import type { system } from '#contract/console/system';
import { countText } from '../parts/numbers.ts';
import { timeText } from '../parts/time.ts';

type Task = NonNullable<DataOf<typeof system>['doctor'] | DataOf<typeof system>['backups']['task']>;

/** How far a task is, or how it ended. */
export function TaskState({ task, name }: { task: Task; name: string }) {
  const { state, startedAt, endedAt, step, done, total, text } = task;
  if (state === 'running')
    return (
      <div>
        <p role="status" className="text-sm text-soft">
          {name}正在进行：{step ?? '正在开始'}
          {done > 0 && `，${countText(done)}${total === null ? '' : `/${countText(total)}`}`}
        </p>
        <progress className="mt-2 h-2 w-full accent-(--accent)" aria-label={`${name}的进度`} {...barOf(done, total)} />
      </div>
    );
  const at = timeText(endedAt ?? startedAt);
  return (
    <div className="text-sm">
      <p role="status" className={state === 'done' ? 'text-soft' : 'text-danger'}>
        {state === 'done' && `上次${name}在 ${at} 做完`}
        {state === 'failed' && `上次${name}在 ${at} 结束，有问题`}
        {state === 'lost' && `上次${name}从 ${at} 开始，中途停了，请再做一次`}
      </p>
      {text && (
        <pre className="mt-2 max-h-60 overflow-auto rounded-lg bg-sunken p-3 whitespace-pre-wrap break-all">{text}</pre>
      )}
    </div>
  );
}

/** Without a total the bar only shows that something is happening. */
function barOf(done: number, total: number | null) {
  return total === null ? {} : { value: done, max: total };
}
