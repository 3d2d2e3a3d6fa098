import type { DataOf } from '#contract/call';
import { type system, testAlert } from '#contract/console/system';
import { Button } from '../../ui/button.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';

type Alerts = DataOf<typeof system>['alerts'];

export function AlertsCard({ alerts: { receivers, raised } }: { alerts: Alerts }) {
  const change = useChange(testAlert);
  return (
    <Card
      title="告警"
      hint={
        receivers.length === 0 ? '没有接收方，出了事没有人会知道' : `发给 ${receivers.map(receiverName).join('、')}`
      }
      actions={
        <Button look="tinted" disabled={change.isPending} onClick={() => change.mutate({})}>
          发一条测试
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Problem error={change.error} />
        {change.data && (
          <pre role="status" className="rounded-lg bg-sunken p-3 text-sm whitespace-pre-wrap break-all">
            {change.data.text.trim()}
          </pre>
        )}
        {receivers.length === 0 && (
          <p>
            在数据目录里写 alerts.yaml，可以发到企业微信、钉钉、飞书的机器人或邮箱，写法见
            docs/operations/monitoring.md。
          </p>
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
    </Card>
  );
}

function receiverName(name: string): string {
  return name.replace(/^mail:/, '');
}
