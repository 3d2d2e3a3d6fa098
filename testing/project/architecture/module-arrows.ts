const CATALOG = 'server/modules/catalog/';

/** The subfolders of the modules, each with what it may import from its module. The files beside the subfolders may import all of them. */
export const MODULE_FOLDERS: Record<string, readonly string[]> = {
  ...foldersOf(
    'account',
    {
      reader: [],
      proof: [],
      session: ['reader/'],
      sms: ['reader/', 'session/', 'proof/'],
      credentials: ['reader/', 'session/', 'sms/', 'proof/'],
      profile: ['reader/', 'session/', 'credentials/'],
      calls: ['account.ts', 'ports.ts', 'reader/', 'profile/'],
    },
    ['audit'],
  ),
  ...foldersOf(
    'catalog',
    {
      pictures: [],
      pricing: ['pictures/'],
      chapters: ['pictures/', 'pricing/'],
      comics: ['pictures/', 'pricing/', 'chapters/'],
      listings: ['pictures/', 'pricing/', 'comics/'],
      publishing: ['pictures/', 'pricing/', 'chapters/', 'comics/'],
      editing: ['pictures/', 'pricing/', 'chapters/', 'comics/', 'publishing/'],
    },
    ['audit'],
  ),
  ...foldersOf('reading', {
    ranking: ['reading.ts'],
    views: ['ranking/'],
    library: ['place.ts', 'ports.ts', 'ranking/'],
    progress: ['place.ts', 'ports.ts', 'ranking/', 'views/', 'library/'],
    merging: ['views/'],
  }),
  ...foldersOf('recommend', {
    making: ['lists.ts', 'draw-number.ts', 'ports.ts', 'store.ts'],
    picking: ['lists.ts', 'draw-number.ts', 'making/tastes.ts'],
  }),
  ...foldersOf('search', {
    text: [],
    documents: ['text/'],
    finding: ['text/'],
    words: ['text/'],
  }),
  ...foldersOf(
    'wallet',
    {
      ledger: [],
      buying: ['ledger/'],
      audit: ['ledger/'],
      history: ['ledger/'],
      staff: ['ledger/'],
    },
    ['audit'],
  ),
  ...foldersOf('support', { desk: ['feedback-store.ts', 'feedback-text.ts', 'thread-store.ts'] }, [
    'account',
    'audit',
    'notices',
  ]),
  ...foldersOf(
    'notices',
    {
      jobs: ['notice.ts', 'store.ts'],
      push: ['notice.ts', 'words.ts', 'delivery.ts'],
      mail: ['notice.ts', 'words.ts', 'delivery.ts'],
      announcements: ['store.ts', 'jobs/batches.ts'],
    },
    ['audit'],
  ),
  ...foldersOf('membership', { waiting: [], passes: [], audit: [] }),
  ...foldersOf('rewards', { gifts: ['ports.ts'], attendance: ['ports.ts'], redeeming: ['ports.ts'], audit: [] }, [
    'account',
    'audit',
    'editorial',
    'membership',
    'wallet',
  ]),
  ...foldersOf(
    'shop',
    {
      orders: ['channel.ts'],
      settlement: ['channel.ts', 'channel-call.ts', 'money.ts', 'ports.ts', 'orders/'],
      reconciliation: ['channel.ts', 'channel-call.ts', 'orders/', 'settlement/'],
      audit: [],
    },
    ['audit', 'notices'],
  ),
};

function foldersOf(
  module: string,
  allowed: Record<string, readonly string[]>,
  neighbours: readonly string[] = [],
): Record<string, readonly string[]> {
  const folder = `server/modules/${module}/`;
  const known = neighbours.map((name) => `server/modules/${name}/`);
  const outside = ['contract/', 'server/core/', CATALOG, ...known].filter((path) => path !== folder);
  return Object.fromEntries(
    Object.entries(allowed).map(([subfolder, own]) => [
      `${folder}${subfolder}/`,
      [...outside, ...own.map((path) => folder + path)],
    ]),
  );
}
