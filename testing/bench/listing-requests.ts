/** The listings, as the client first requests them. The theme is inserted with the comics. */
export const LISTINGS: Readonly<Record<string, object | undefined>> = {
  home: undefined,
  weekly: undefined,
  new: undefined,
  finish: undefined,
  free: undefined,
  rank: { type: 'day' },
  promotion: { size: 12 },
  genre: undefined,
  theme: { id: 1 },
};

/** A genre with many comics, one with fewer, one with few, and one without comics. */
const GENRES = ['题材0', '题材9', '题材35', '没有'].map((genre) => ({ genre }));
const ADULT = { adult: true };

/** Other requests of the listings. */
export const OTHER_REQUESTS: Readonly<Record<string, readonly object[]>> = {
  home: [ADULT],
  weekly: [0, 1, 2, 3, 4, 5, 6, 7].map((day) => ({ day })),
  new: [...GENRES, ADULT],
  finish: [...GENRES, ADULT],
  free: [...GENRES, ADULT],
  rank: [...GENRES, {}].flatMap((genre) => ['week', 'total', 'favorite'].map((type) => ({ type, ...genre }))),
  promotion: [ADULT],
  genre: [ADULT],
};

/** Lists with many pages, and the request for the first one. */
export const ENDLESS: Readonly<Record<string, object>> = { weekly: { day: 0 }, new: {}, finish: {}, free: {} };
