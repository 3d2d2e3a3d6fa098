import { beforeEach, expect, test, vi } from 'vitest';
import { chapterLocked, chapterNotFound, teenModeForbids, tooManyRequests } from '#contract/codes';
import type { ReadChapter } from '../reading/chapter-answers/read-chapter.ts';
import { type Download, type PictureKey, versionOf } from './download.ts';
import type { DownloadDatabase } from './download-database.ts';

vi.mock('../../runtime/browser.ts', () => ({ send: vi.fn() }));
const { ImageFailure } = await import('../../runtime/images/image-loader.ts');
const { CallError } = await import('../../runtime/request.ts');
const { runDownloads } = await import('./download-queue.ts');

const bytes = (size: number) => new ArrayBuffer(size);
const refusal = (code: number, status = 0) => new CallError({ status, code, message: '', data: null });

let chapters: Map<number, Download>;
let answers: Map<number, ReadChapter>;
let pictures: Map<PictureKey, ArrayBuffer>;
/** The server's answer for a chapter, and its bytes for the address of a picture. */
let chapterAt: (id: number) => ReadChapter;
let pictureAt: (url: string) => ArrayBuffer;
let asked: string[];
/** How many pictures fit on the device. */
let room: number;

beforeEach(() => {
  chapters = new Map();
  answers = new Map();
  pictures = new Map();
  asked = [];
  room = 1000;
  chapterAt = (id) => answerOf(id, ['a', 'b', 'c']);
  pictureAt = () => bytes(10);
});

const answerOf = (id: number, urls: string[], color = '#000000') =>
  ({
    chapter: { id },
    pages: urls.map((url) => ({ url: `${id}${url}`, width: 1, height: 1, color })),
  }) as unknown as ReadChapter;

function add(id: number, more: Partial<Download> = {}) {
  chapters.set(id, {
    chapterId: id,
    readerId: 1,
    comic: { id: 5, title: '海上的岛', ageRating: 'all' },
    no: id,
    title: '',
    until: null,
    state: 'waiting',
    fault: null,
    pictures: 0,
    held: 0,
    bytes: 0,
    addedAt: 1,
    ...more,
  });
}

const database: DownloadDatabase = {
  all: async () => [...chapters.values()],
  add: async () => undefined,
  change: async (id, change) => {
    const before = chapters.get(id);
    if (before) chapters.set(id, { ...before, ...change(before) });
  },
  begin: async (answer, count) => {
    const { id } = answer.chapter;
    const before = chapters.get(id);
    if (before?.state !== 'waiting') return null;
    const old = answers.get(id);
    if (old && versionOf(old) !== versionOf(answer)) for (const key of heldOf(id)) pictures.delete(key);
    answers.set(id, answer);
    chapters.set(id, { ...before, pictures: count, held: heldOf(id).length });
    return new Set(heldOf(id));
  },
  putPicture: async (id, key, data) => {
    const before = chapters.get(id);
    if (before?.state !== 'waiting') return false;
    if (pictures.size === room) throw new DOMException('full', 'QuotaExceededError');
    pictures.set(key, data);
    chapters.set(id, { ...before, held: before.held + 1, bytes: before.bytes + data.byteLength });
    return true;
  },
  dropPictures: async (id) => {
    for (const key of heldOf(id)) pictures.delete(key);
  },
  remove: async () => undefined,
  answer: async () => null,
  comics: async () => [],
  putCover: async () => undefined,
  cover: async () => null,
  picture: async () => null,
  clear: async () => undefined,
};
const heldOf = (id: number) => [...pictures.keys()].filter((key) => key.startsWith(`${id}/`));

const run = () =>
  runDownloads({
    database,
    read: async (id) => {
      asked.push(`read ${id}`);
      return chapterAt(id);
    },
    loadBytes: async (url) => {
      asked.push(url);
      await Promise.resolve();
      return pictureAt(url);
    },
    changed: () => undefined,
  });
const stateOf = (id: number) => {
  const { state, fault, held } = chapters.get(id) ?? {};
  return [state, fault, held];
};

test('waiting chapters are downloaded one after the other, the first added first', async () => {
  add(2, { addedAt: 2 });
  add(4);
  add(3);
  add(1, { state: 'paused' });
  expect(await run()).toBe('done');
  expect(asked.filter((each) => each.startsWith('read'))).toEqual(['read 3', 'read 4', 'read 2']);
  expect([stateOf(1), stateOf(2)]).toEqual([
    ['paused', null, 0],
    ['done', null, 3],
  ]);
  expect(chapters.get(2)?.bytes).toBe(30);
  expect(heldOf(2)).toEqual(['2/0/0', '2/1/0', '2/2/0']);
});

test('each piece of a tall page counts as a picture', async () => {
  add(1);
  chapterAt = (id) => {
    const answer = answerOf(id, ['a', 'b']);
    const pieces = [0, 1].map((n) => ({ url: `piece ${n}`, top: n, height: 1 }));
    return { ...answer, pages: answer.pages.map((page, n) => (n === 1 ? { ...page, pieces } : page)) };
  };
  await run();
  expect(heldOf(1)).toEqual(['1/0/0', '1/1/0', '1/1/1']);
});

test.each([
  ['no answer to a picture', () => new ImageFailure('', 0)],
  ['a fault of the server', () => new ImageFailure('', 500)],
])('%s stops everything, and stored pictures are not fetched again', async (_name, failure) => {
  add(1);
  add(2);
  pictureAt = (url) => {
    if (url === '1b') throw failure();
    return bytes(10);
  };
  expect(await run()).toBe('offline');
  expect(stateOf(1)).toEqual(['waiting', null, 1]);
  expect(asked).not.toContain('read 2');
  pictureAt = () => bytes(10);
  asked = [];
  expect(await run()).toBe('done');
  expect(asked.slice(0, 3)).toEqual(['read 1', '1b', '1c']);
  expect(stateOf(1)).toEqual(['done', null, 3]);
});

test.each([
  ['no answer', refusal(-404, -404)],
  ['too many calls', refusal(tooManyRequests)],
])('%s to a chapter: it waits', async (_name, error) => {
  add(1);
  chapterAt = () => {
    throw error;
  };
  expect(await run()).toBe('offline');
  expect(stateOf(1)).toEqual(['waiting', null, 0]);
});

/** All addresses have expired when the first pictures, two at once, are asked for. */
function expire(urls: string[], renewed: string[]) {
  let current = urls;
  chapterAt = (id) => answerOf(id, current);
  pictureAt = (url) => {
    current = renewed;
    if (!url.endsWith('new')) throw new ImageFailure(url, 403);
    return bytes(10);
  };
}

test('addresses that have expired are renewed once for all pictures', async () => {
  add(1);
  expire(['a', 'b', 'c'], ['a new', 'b new', 'c new']);
  await run();
  expect(stateOf(1)).toEqual(['done', null, 3]);
  expect(asked.filter((each) => each.startsWith('read'))).toHaveLength(2);
});

test.each([
  ['its promotion ended', chapterLocked, 'locked'],
  ['it was taken offline', chapterNotFound, 'gone'],
  ['未成年人模式 was turned on', teenModeForbids, 'refused'],
] as const)('a chapter of which %s half-way fails, and its pictures are dropped', async (_name, code, fault) => {
  add(1);
  add(2);
  let isOver = false;
  chapterAt = (id) => {
    if (isOver && id === 1) throw refusal(code);
    return answerOf(id, ['a', 'b', 'c']);
  };
  pictureAt = (url) => {
    if (url !== '1b') return bytes(10);
    isOver = true;
    throw new ImageFailure(url, 403);
  };
  expect(await run()).toBe('done');
  expect(stateOf(1).slice(0, 2)).toEqual(['failed', fault]);
  expect(heldOf(1)).toEqual([]);
  expect(stateOf(2)).toEqual(['done', null, 3]);
});

test('missing pages keep the others, and the chapter is requested again only once', async () => {
  add(1);
  chapterAt = (id) => answerOf(id, ['a', 'b', 'c', 'd', 'e']);
  let isRepaired = false;
  pictureAt = (url) => {
    if (!isRepaired && url !== '1c') throw new ImageFailure(url, 404);
    return bytes(10);
  };
  expect(await run()).toBe('done');
  expect(stateOf(1)).toEqual(['failed', 'pages', 1]);
  expect(asked.filter((each) => each.startsWith('read'))).toHaveLength(2);
  isRepaired = true;
  add(1, { held: 1 });
  asked = [];
  await run();
  expect(stateOf(1)).toEqual(['done', null, 5]);
  expect(asked).not.toContain('1c');
});

test('on a full device the chapter says so, and the others are paused', async () => {
  add(1);
  add(2);
  add(3, { state: 'done' });
  room = 2;
  expect(await run()).toBe('done');
  expect([stateOf(1), stateOf(2)[0], stateOf(3)[0]]).toEqual([['failed', 'space', 2], 'paused', 'done']);
});

test('a chapter that is paused or removed during its download stops, and the next one follows', async () => {
  for (const end of [() => database.change(1, () => ({ state: 'paused' })), async () => void chapters.delete(1)]) {
    add(1);
    add(2);
    pictureAt = (url) => {
      if (url === '1b') void end();
      return bytes(10);
    };
    asked = [];
    expect(await run()).toBe('done');
    expect(chapters.get(1)?.state ?? 'removed').toMatch(/paused|removed/);
    expect(asked).not.toContain('1c');
    expect(stateOf(2)).toEqual(['done', null, 3]);
    pictures.clear();
  }
});

test('a page that the newest answer no longer has is missing', async () => {
  add(1);
  expire(['a', 'b'], ['a new']);
  expect(await run()).toBe('done');
  expect([stateOf(1), asked.includes(undefined as never)]).toEqual([['failed', 'pages', 1], false]);
});

test('a chapter paused after its last picture stays paused', async () => {
  add(1);
  const { putPicture } = database;
  vi.spyOn(database, 'putPicture').mockImplementation(async (...picture) => {
    await putPicture(...picture);
    if (chapters.get(1)?.held === 3) await database.change(1, () => ({ state: 'paused' }));
    return true;
  });
  expect([await run(), stateOf(1)]).toEqual(['done', ['paused', null, 3]]);
  vi.restoreAllMocks();
});

test('a chapter paused before its answer stays paused', async () => {
  add(1);
  chapterAt = (id) => {
    void database.change(id, () => ({ state: 'paused' }));
    return answerOf(id, ['a']);
  };
  expect(await run()).toBe('done');
  expect([stateOf(1), asked]).toEqual([['paused', null, 0], ['read 1']]);
});

test('a reimported chapter has no mix of old and new pages', async () => {
  add(1);
  answers.set(1, answerOf(1, ['a', 'b', 'c'], '#ffffff'));
  pictures.set('1/0/0', bytes(7));
  await run();
  expect(stateOf(1)).toEqual(['done', null, 3]);
  expect(pictures.get('1/0/0')?.byteLength).toBe(10);
});
