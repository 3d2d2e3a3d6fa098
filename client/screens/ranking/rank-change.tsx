/** The change of a rank since the day before; null for a comic that was not ranked then. */
export function RankChange({ change }: { change: number | null }) {
  if (change === null) return <span className="rounded-full bg-tint px-2 py-0.5 text-xs text-on-tint">新上榜</span>;
  if (change === 0)
    return (
      <span className="text-xs text-soft">
        <span aria-hidden>–</span>
        <span className="sr-only">名次不变</span>
      </span>
    );
  const up = change > 0;
  return (
    <span className={`shrink-0 text-xs ${up ? 'text-accent' : 'text-soft'}`}>
      <span className="sr-only">{up ? '上升' : '下降'}</span>
      <span aria-hidden>{up ? '▲' : '▼'}</span> {Math.abs(change)}
    </span>
  );
}
