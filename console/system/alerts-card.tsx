import { useState } from 'react';
import { testAlert } from '#contract/console/system';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';
import { AlertsDialog } from './alerts-dialog.tsx';
import type { Alerts } from './alerts-form.ts';

export function AlertsCard({ alerts }: { alerts: Alerts }) {
  const { receivers, raised, mistakes } = alerts;
  const [isOpen, setIsOpen] = useState(false);
  const change = useChange(testAlert);
  return (
    <Card
      title="告警"
      hint={
        receivers.length === 0 ? '没有接收方，出了事没有人会知道' : `发给 ${receivers.map(receiverName).join('、')}`
      }
      actions={
        <>
          {mistakes.length === 0 && (
            <Button look="tinted" onClick={() => setIsOpen(true)}>
              {receivers.length === 0 ? '设置接收方' : '改接收方'}
            </Button>
          )}
          {receivers.length > 0 && (
            <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({})}>
              {change.isPending ? '正在发…' : '发一条测试'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Problem error={change.error} />
        {change.data && (
          <pre role="status" className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap break-all">
            {change.data.text.trim()}
          </pre>
        )}
        {mistakes.length > 0 && (
          <div role="alert" className="text-danger">
            <p>alerts.yaml 有错，没有告警发出。请在服务器上改好，或删掉它再在这里设置：</p>
            <ul className="mt-1 list-disc pl-5">
              {mistakes.map((mistake) => (
                <li key={mistake}>{mistake}</li>
              ))}
            </ul>
          </div>
        )}
        {raised.length === 0 ? (
          <p className="text-soft">现在没有发出而未恢复的告警。</p>
        ) : (
          <ul className="divide-y divide-line">
            {raised.map(({ rule, text, receiver, at }) => (
              <li key={rule + receiver} className="py-2 break-words">
                {text}
                <p className="text-sm text-soft">
                  {timeText(at)} 发给 {receiverName(receiver)}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOpen && <AlertsDialog alerts={alerts} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function receiverName(name: string): string {
  return name.replace(/^mail:/, '');
}
