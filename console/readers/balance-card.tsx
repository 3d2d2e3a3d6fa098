import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../parts/page.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import type { Reader } from './words.ts';

export function BalanceCard({ reader: { id, balances } }: { reader: Reader }) {
  const [adjusts, setAdjusts] = useState(false);
  const amounts = [
    ['漫币', balances.coins],
    ['赠币', balances.bonus],
    ['阅读券', balances.tickets],
  ] as const;
  return (
    <Card
      title="余额"
      actions={
        <Button look="tinted" data-edit onClick={() => setAdjusts(true)}>
          调整余额
        </Button>
      }
    >
      <dl className="grid grid-cols-3 gap-3">
        {amounts.map(([name, amount]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className={`text-xl font-semibold ${amount < 0 ? 'text-danger' : ''}`}>
              {amount.toLocaleString('zh-CN')}
            </dd>
          </div>
        ))}
      </dl>
      {balances.coins < 0 && <p className="mt-2 text-sm text-soft">负数是欠的，以后得到的漫币先还。</p>}
      {adjusts && <AdjustDialog id={id} onClose={() => setAdjusts(false)} />}
    </Card>
  );
}
