/** Scrolls only the row sideways, until a child is in the middle. */
export function centreIn(row: Element | null, selector: string) {
  const child = row?.querySelector(selector);
  if (!row || !child) return;
  const [outer, inner] = [row.getBoundingClientRect(), child.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
}
