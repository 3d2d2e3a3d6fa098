import { useState } from 'react';
import { endSession, sessions } from '#contract/console/session';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Card, Loaded, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useAnswer, useChange } from '../runtime/queries.ts';

export function SessionsCard() {
  const query = useAnswer(sessions, {});
  const [ending, setEnding] = useState<{ id: number; device: string } | null>(null);
  const change = useChange(endSession, () => setEnding(null));
  return (
    <Card title="登录会话" hint="30 分钟不用会自动退出，最长 12 小时">
      <Loaded query={query}>
        {({ list }) => (
          <ul className="divide-y divide-line">
            {list.map(({ id, device, address, createdAt, usedAt, current }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2">
                <div className="min-w-0">
                  <p>
                    {device}
                    {current && <span className="text-soft">（这一个）</span>}
                  </p>
                  <p className="text-sm break-words text-soft">
                    {address} · 登录于 {timeText(createdAt)} · 最近 {timeText(usedAt)}
                  </p>
                </div>
                {!current && (
                  <Button
                    look="tinted"
                    className="shrink-0"
                    disabled={change.isPending}
                    onClick={() => setEnding({ id, device })}
                  >
                    结束
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Problem error={change.error} />
      {ending && (
        <ConfirmDialog
          title="结束会话"
          text={`${ending.device} 上要重新登录。`}
          confirm="结束会话"
          busy={change.isPending}
          onConfirm={() => change.mutate({ id: ending.id })}
          onClose={() => setEnding(null)}
        />
      )}
    </Card>
  );
}
