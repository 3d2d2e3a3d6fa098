import type { Section } from '#contract/shapes';

const FULL_ROW = 3;

/** How the comics of a section are drawn, for one or two covers would leave most of a row open. */
export function listShape(layout: Section['layout'], count: number): 'rank' | 'row' | 'wide' | 'info' | 'grid' {
  if (layout === 'rank') return 'rank';
  if (layout === 'row' && count >= FULL_ROW) return 'row';
  if (layout === 'wide' && count > 1) return 'wide';
  return layout === 'list' || count < FULL_ROW ? 'info' : 'grid';
}
