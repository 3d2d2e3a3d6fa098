import { useState } from 'react';
import { AutoBuy, useAutoBuys } from './auto-buy.tsx';
import { BuyCard } from './buy-card.tsx';
import type { LockedTail } from './tail.ts';

type LockedCardProps = { tail: LockedTail; onAccessChange: () => void; onOpen: () => void };

/**
 * The locked chapter at the end of the strip: it is bought automatically if the reader has chosen that, else its price is shown.
 */
export function LockedCard({ tail: { access, state, cut }, onAccessChange, onOpen }: LockedCardProps) {
  const autoBuys = useAutoBuys(access) && !cut;
  const [buysItself, setBuysItself] = useState(autoBuys);
  if (!access) return null;
  if (buysItself) return <AutoBuy access={access} onOpen={onOpen} onFailed={() => setBuysItself(false)} />;
  return (
    <BuyCard
      access={access}
      opening={state === 'loading'}
      note={cut ? '限免刚刚结束，后面的页解锁后接着看' : undefined}
      onAccessChange={onAccessChange}
      onOpen={onOpen}
    />
  );
}
