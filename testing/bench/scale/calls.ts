import { LISTINGS } from '../listing-requests.ts';
import { SEARCHES } from '../searches.ts';
import type { GrownSite } from './grown-site.ts';
import { tokenOf } from './readers.ts';

export type Request = { payload: object; token?: string };
/** A row of the table and its requests, one a turn. */
export type CallRow = {
  name: string;
  path: string;
  requests(site: GrownSite): Promise<(turn: number) => Request>;
  /** The comic that the app must not have in memory at this turn. */
  forgets?: (site: GrownSite, turn: number) => number;
};

const LIBRARY: Readonly<Record<string, readonly object[]>> = {
  'my/shelf': [{}, { filter: 'updated' }, { filter: 'reading' }, { filter: 'owned' }],
  'my/subscribe': [{}],
  'my/favorite': [{}],
  'my/history': [{}],
};
const LARGEST_READER = 1;
/** The number of the far page, if the list is long enough. */
const FAR = 60;
/** Popular comics, which stay in memory. */
const POPULAR = 40;
const SEED = 7919;

type Page = { next?: string | null };

export const CALL_ROWS: readonly CallRow[] = [
  ...Object.keys(LISTINGS).map(listing),
  ...Object.entries(SEARCHES).map(([name, requests]) =>
    same(name, name.startsWith('keyword') ? 'keyword' : 'search', requests),
  ),
  same('keyword, hot words', 'keyword', [{}]),
  byReader('comic/by-code', 'comic/by-code', ({ comics }, turn) => ({ code: `s${1 + spread(turn, comics)}` })),
  byReader('comic/recommend', 'comic/recommend', () => ({})),
  byReader('comic/recommend of a comic', 'comic/recommend', (site, turn) => ({ id: comicOf(site, turn) })),
  byReader('comic/info', 'comic/info', (_, turn) => ({ id: popular(turn) })),
  {
    ...byReader('comic/info, not in memory', 'comic/info', (site, turn) => ({ id: comicOf(site, turn) })),
    forgets: comicOf,
  },
  ofChapters('comic/read', 'comic/read', (_, turn) => popular(turn)),
  { ...ofChapters('comic/read, not in memory', 'comic/read', comicOf), forgets: comicOf },
  ofChapters('comic/chapter-verify', 'comic/chapter-verify', (_, turn) => popular(turn)),
  ofChapters('comic/next-chapter', 'comic/next-chapter', (_, turn) => popular(turn)),
  ofChapters(
    'my/progress',
    'my/progress',
    (_, turn) => popular(turn),
    (id) => ({ chapterId: id, page: 1, offset: 0.5, ageMs: 0 }),
  ),
  ...Object.entries(LIBRARY).map(([path, requests]) =>
    byReader(path, path, (_, turn) => requests[turn % requests.length] ?? {}),
  ),
  {
    name: 'user/info',
    path: 'user/info',
    requests: async (site) => (turn) => {
      const token = tokenOf(readerOf(site, turn));
      return { payload: { token }, token };
    },
  },
  ...Object.entries(LIBRARY).map(([path, requests]) => ofLargest(path, requests)),
  {
    name: 'comic/info of 100,000 places',
    path: 'comic/info',
    requests: async () => (turn) => ({ payload: { id: popular(turn) }, token: tokenOf(LARGEST_READER) }),
  },
];

function listing(path: string): CallRow {
  return {
    name: path,
    path,
    async requests(site) {
      const payloads = await site.requests(path);
      return (turn) => ({ payload: payloads[turn % payloads.length] ?? {} });
    },
  };
}

function same(name: string, path: string, payloads: readonly object[]): CallRow {
  return { name, path, requests: async () => (turn) => ({ payload: payloads[turn % payloads.length] ?? {} }) };
}

/** Requests of another reader at each turn. */
function byReader(name: string, path: string, payloadOf: (site: GrownSite, turn: number) => object): CallRow {
  return {
    name,
    path,
    requests: async (site) => (turn) => ({
      payload: payloadOf(site, turn),
      token: tokenOf(readerOf(site, turn)),
    }),
  };
}

/** The first chapters of comics, which are free. */
function ofChapters(
  name: string,
  path: string,
  comicAt: (site: GrownSite, turn: number) => number,
  payloadOf: (id: number) => object = (id) => ({ id }),
): CallRow {
  return {
    name,
    path,
    async requests(site) {
      const { rows } = await site.pool.query<{ id: number; comicId: number }>(
        'select id, comic_id as "comicId" from catalog.chapter where no = 1',
      );
      const firsts = new Map(rows.map(({ id, comicId }) => [comicId, id]));
      return (turn) => ({
        payload: payloadOf(firsts.get(comicAt(site, turn)) ?? 0),
        token: tokenOf(readerOf(site, turn)),
      });
    },
  };
}

/** Near and far pages of the reader with the largest library. */
function ofLargest(path: string, firsts: readonly object[]): CallRow {
  const token = tokenOf(LARGEST_READER);
  return {
    name: `${path} of 100,000 places`,
    path,
    async requests({ call }) {
      const payloads: object[] = [];
      for (const first of firsts) {
        let page: object = first;
        payloads.push(page);
        let next = (await call<Page>(path, page, token)).next;
        for (let pages = 0; next && pages < FAR; pages++) {
          page = { ...first, cursor: next };
          next = (await call<Page>(path, page, token)).next;
        }
        payloads.push(page);
      }
      return (turn) => ({ payload: payloads[turn % payloads.length] ?? {}, token });
    },
  };
}

/** A reader other than the one with the largest library. */
function readerOf({ readers }: GrownSite, turn: number): number {
  return 2 + spread(turn, readers - 1);
}

function popular(turn: number): number {
  return visible(spread(turn, POPULAR));
}

function comicOf({ comics }: GrownSite, turn: number): number {
  return visible(spread(turn, comics));
}

/** One comic in twenty is for adults. */
function visible(at: number): number {
  return (at + 1) % 20 === 0 ? at : at + 1;
}

function spread(turn: number, among: number): number {
  return (turn * SEED) % among;
}
