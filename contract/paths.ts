/** All addresses of the reader's app. The server answers others with 404. */
export const paths = {
  root: '/',
  home: '/home',
  weekly: '/weekly',
  new: '/new',
  complete: '/complete',
  ranking: '/ranking',
  freesale: '/freesale',
  free: '/free',
  search: '/search',
  comic: '/comic/:id',
  chapter: '/chapter/:id',
  author: '/author',
  themes: '/theme',
  theme: '/theme/:id',
  event: '/event',
  service: '/service',
  privacy: '/privacy',
  library: '/library',
  giftbox: '/giftbox',
  attendance: '/attendance',
  faq: '/faq',
  payment: '/payment',
  paymentRecords: '/payment/records',
  redeem: '/payment/redeem',
  my: '/my',
  grades: '/my/grades',
  notices: '/my/notices',
  downloads: '/downloads',
  launch: '/launch',
  resetPassword: '/reset-password',
} as const;

/** The screens, besides home, that the server renders. */
export const RENDERED_PATHS: readonly string[] = [
  paths.weekly,
  paths.new,
  paths.complete,
  paths.ranking,
  paths.freesale,
  paths.free,
  paths.comic,
];

export function comicPath(id: number): string {
  return `/comic/${id}`;
}

export function chapterPath(id: number): string {
  return `/chapter/${id}`;
}

export function themePath(id: number): string {
  return `/theme/${id}`;
}

/** Whether an address leads to an existing screen: an operator may link to one that is planned. */
export function isScreenPath(to: string): boolean {
  const pathname = to.replace(/[?#].*$/, '');
  return Object.values(paths).some((pattern) => new RegExp(`^${pattern.replace(':id', '\\d+')}$`).test(pathname));
}
