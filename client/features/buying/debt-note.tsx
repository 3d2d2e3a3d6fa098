import type { AssetNames } from './chapters/use-asset-names.ts';

/** Explains a balance below zero; renders nothing otherwise. */
export function DebtNote({ coins, names }: { coins: number; names: AssetNames }) {
  if (coins >= 0) return null;
  return (
    <p className="mt-3 text-sm text-pretty text-danger">
      退款要收回的已经用掉了，还欠 {-coins} {names.coins}。下次充值先还清，还清之前不能购买。
    </p>
  );
}
