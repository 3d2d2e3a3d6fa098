import type { ReactNode } from 'react';
import { RewardPicture } from '../../../ui/reward-pictures.tsx';
import { CheckIcon } from '../../../ui/screen-icons.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import type { Gift } from '../../features/buying/gifts/claim-gift.ts';
import { rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { deadlineText, lastDay } from '../../features/text/format/deadline-text.ts';
import { serverNow } from '../../runtime/clock/server-clock.ts';
import { claimedText, totalOf } from './gift-groups.ts';

/** A gift that can be claimed; `children` is its button. */
export function OpenGift({ gift, children }: { gift: Gift; children: ReactNode }) {
  const { text, soon } = deadlineText(gift.expiresAt);
  return (
    <Card gift={gift} action={children}>
      <span className={soon ? 'font-medium text-warm' : ''}>{text}</span>
      <span className="block">{gift.needs === 'phone' ? '绑定手机号后可领' : `领取后 ${gift.validDays} 天内有效`}</span>
    </Card>
  );
}

export function ClaimedGift({ gift }: { gift: Gift }) {
  return (
    <Card
      gift={gift}
      faded
      action={
        <span className="flex shrink-0 items-center gap-1 text-sm text-soft">
          <CheckIcon className="size-4" />
          已领取
        </span>
      }
    >
      {claimedText(gift, serverNow())}
    </Card>
  );
}

export function PastGift({ gift }: { gift: Gift }) {
  return (
    <Card gift={gift} faded action={<span className="shrink-0 text-sm text-soft">已过期</span>}>
      {lastDay(gift.expiresAt)} 截止
    </Card>
  );
}

type CardProps = { gift: Gift; faded?: boolean; action: ReactNode; children: ReactNode };

function Card({ gift, faded = false, action, children }: CardProps) {
  const { bonus } = useAssetNames();
  return (
    <li className="flex min-h-26 items-center gap-3 rounded-2xl bg-sunken px-4 py-3">
      <RewardPicture
        kind={gift.kind === 'bonus' ? 'bonus' : 'tickets'}
        className={`size-9 shrink-0 ${faded ? 'opacity-40 grayscale' : ''}`}
      />
      <div className="min-w-0 flex-1">
        <p className={`text-lg font-semibold ${faded ? 'text-soft' : ''}`}>
          {rewardText(totalOf([gift], [gift.id]), bonus)}
        </p>
        <p className="truncate text-sm">{gift.title}</p>
        <p className="text-xs text-soft">{children}</p>
      </div>
      {action}
    </li>
  );
}
