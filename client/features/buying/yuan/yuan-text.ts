/** An amount of cash as text: ¥6, ¥6.5 as ¥6.50. */
export function yuanText(fen: number): string {
  const yuan = Math.floor(fen / 100);
  const rest = fen % 100;
  return rest === 0 ? `¥${yuan}` : `¥${yuan}.${String(rest).padStart(2, '0')}`;
}
