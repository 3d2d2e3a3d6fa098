const CATALOG = 'server/modules/catalog/';

/** The rooms of the modules, each with what it may import of its module; the files beside the rooms may import all of them. */
export const MODULE_ROOMS: Record<string, readonly string[]> = {
  ...roomsOf(
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
  ...roomsOf(
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
  ...roomsOf('reading', {
    ranking: ['reading.ts'],
    views: ['ranking/'],
    library: ['place.ts', 'ports.ts', 'ranking/'],
    progress: ['place.ts', 'ports.ts', 'ranking/', 'views/', 'library/'],
    merging: ['views/'],
  }),
  ...roomsOf('recommend', {
    making: ['lists.ts', 'draw-number.ts', 'ports.ts', 'store.ts'],
    picking: ['lists.ts', 'draw-number.ts', 'making/tastes.ts'],
  }),
  ...roomsOf('search', {
    text: [],
    documents: ['text/'],
    finding: ['text/'],
    words: ['text/'],
  }),
  ...roomsOf(
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
  ...roomsOf('support', { desk: ['feedback-store.ts', 'feedback-text.ts', 'thread-store.ts'] }, [
    'account',
    'audit',
    'notices',
  ]),
  ...roomsOf(
    'notices',
    {
      jobs: ['notice.ts', 'store.ts'],
      push: ['notice.ts', 'words.ts', 'delivery.ts'],
      mail: ['notice.ts', 'words.ts', 'delivery.ts'],
      announcements: ['store.ts', 'jobs/batches.ts'],
    },
    ['audit'],
  ),
  ...roomsOf('membership', { waiting: [], passes: [], audit: [] }),
  ...roomsOf('rewards', { gifts: ['ports.ts'], attendance: ['ports.ts'], redeeming: ['ports.ts'], audit: [] }, [
    'account',
    'audit',
    'editorial',
    'membership',
    'wallet',
  ]),
  ...roomsOf(
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

function roomsOf(
  module: string,
  allowed: Record<string, readonly string[]>,
  neighbours: readonly string[] = [],
): Record<string, readonly string[]> {
  const folder = `server/modules/${module}/`;
  const known = neighbours.map((name) => `server/modules/${name}/`);
  const outside = ['contract/', 'server/core/', CATALOG, ...known].filter((path) => path !== folder);
  return Object.fromEntries(
    Object.entries(allowed).map(([room, own]) => [
      `${folder}${room}/`,
      [...outside, ...own.map((path) => folder + path)],
    ]),
  );
}
