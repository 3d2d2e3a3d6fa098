/** Every address of the reader's app and its builder. */
export const paths = {
  root: '/',
  home: '/home',
  weekly: '/weekly',
  new: '/new',
  complete: '/complete',
  free: '/free',
  comic: '/comic/:id',
  chapter: '/chapter/:id',
} as const;

export function comicPath(id: number): string {
  return `/comic/${id}`;
}

export function chapterPath(id: number): string {
  return `/chapter/${id}`;
}

/** Whether an address leads to a screen there is: an operator may link to one that comes later. */
export function isScreenPath(to: string): boolean {
  const pathname = to.replace(/[?#].*$/, '');
  return Object.values(paths).some((pattern) => new RegExp(`^${pattern.replace(':id', '\\d+')}$`).test(pathname));
}
