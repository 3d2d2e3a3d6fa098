import type { Section } from '#contract/shapes';

type Shape = 'rank' | 'row' | 'wide' | 'info' | 'grid';

/** How many covers are in a row of the grid. */
const ROW = { phone: 3, wide: 6 };

/** The look of a section: a few covers would leave most of a row empty. */
export function listShape(layout: Section['layout'], count: number, isWide = false): Shape {
  if (layout === 'rank') return 'rank';
  if (layout === 'row' && count >= ROW.phone) return 'row';
  if (layout === 'wide' && count > (isWide ? 2 : 1)) return 'wide';
  const isSparse = count < ROW.phone || (isWide && count <= ROW.wide / 2);
  return layout === 'list' || isSparse ? 'info' : 'grid';
}
