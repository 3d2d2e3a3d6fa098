import type { DataOf } from '#contract/call';
import type { refundPreview } from '#contract/console/orders';
import { moneyText } from '#contract/currencies';
import type { PreviewLine } from '../../parts/preview-dialog.tsx';

type Preview = DataOf<typeof refundPreview>;

/** The changes that a refund makes, for its preview. */
export function linesOf({
  currency,
  refunded,
  amount,
  rest,
  takesBack,
  balances,
  pass,
  taken,
}: Preview): PreviewLine[] {
  const money = (fen: number) => moneyText(fen, currency);
  const lines = [
    { what: '已退', before: money(refunded), after: money(refunded + amount) },
    { what: '还可以退', before: money(rest + amount), after: money(rest) },
  ];
  if (!balances) return lines;
  if (pass) {
    const unused = (days: number) => `${days} 天`;
    const after = takesBack ? unused(pass.unused - taken.passDays) : '不收回';
    return [...lines, { what: '没有开始的月卡', before: unused(pass.unused), after }];
  }
  const { coins, bonus } = balances;
  if (!takesBack) return [...lines, { what: '读者的漫币与赠币', before: `${coins}、${bonus}`, after: '不收回' }];
  return [
    ...lines,
    { what: '读者的漫币', before: coinsText(coins), after: coinsText(coins - taken.coins - taken.debt) },
    { what: '读者的赠币', before: String(bonus), after: String(bonus - taken.bonus) },
  ];
}

function coinsText(coins: number): string {
  return coins < 0 ? `欠 ${-coins}` : String(coins);
}

/** Explains the numbers of the preview, and the debt that a refund may leave. */
export function RefundExplained({ preview: { takesBack, coins, bonus, pass, taken, expired } }: { preview: Preview }) {
  if (!takesBack) return null;
  if (pass)
    return <p className="text-sm text-soft">买了 {pass.days} 天；已经开始的日子不退（部分退款按比例，零头舍去）。</p>;
  return (
    <div className="flex flex-col gap-2 text-sm text-soft">
      <p>
        这笔钱当初给了 {coins} 漫币、{bonus} 赠币（部分退款按比例，零头舍去）。
      </p>
      {taken.debt > 0 && (
        <p className="text-warm">用掉的记作欠 {taken.debt} 漫币：下次充值先还，还清之前读者不能购买。</p>
      )}
      {expired > 0 && <p>{expired} 赠币已经过期，不再追回。</p>}
    </div>
  );
}
