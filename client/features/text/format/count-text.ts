const UNITS = [
  { size: 100_000_000, name: '亿' },
  { size: 10_000, name: '万' },
];

/** A number in Chinese notation: 9999, 1.2万, 3.4亿. It is rounded down. */
export function countText(count: number): string {
  const unit = UNITS.find(({ size }) => count >= size);
  if (!unit) return String(count);
  const tenths = Math.floor(count / (unit.size / 10));
  return `${tenths >= 1000 ? Math.floor(tenths / 10) : tenths / 10}${unit.name}`;
}
