import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/call';
import { staffForbidden, uploadNotFound } from '#contract/codes';
import { setAuthor } from '#contract/console/authors';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { chapterState } from '#contract/console/chapters';
import { comicEdit, comicList } from '#contract/console/comics';
import type { StaffCall } from '#contract/console/staff-call';
import { uploads } from '#contract/console/upload';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { addPerson, firstOwner, postConsole, type StaffPerson, staffCall } from '../../../testing/factories/staff.ts';
import { registerFiles } from '../../../testing/factories/uploads.ts';

const NOW = new Date('2026-11-26T04:00:00Z');
const PICTURE = 'A'.repeat(22);

/** The things that a payload can name: a comic with its chapters, an entry of the audit log about it, and an upload. */
type OwnedThings = { comic: number; chapters: number[]; entry: number; upload: string; file: string };
type Payloads = (things: OwnedThings) => readonly object[];

/** The payloads of each call that authors may make; none for calls that only list. */
const PAYLOADS: Readonly<Record<string, Payloads>> = {
  'comics/list': () => [],
  'comics/genres': () => [],
  'comics/get': ({ comic }) => [{ id: comic }],
  'comics/edit': ({ comic }) => [{ id: comic, base: { description: '' }, change: { description: '改了' } }],
  'comics/undo': ({ entry }) => [{ entries: [entry] }],
  'comics/picture': ({ comic, chapters: [chapterId = 0] }) => {
    const crop = { x: 0, y: 0, width: 1, height: 1 };
    return [
      { id: comic, use: 'wide', picture: null },
      { id: comic, use: 'wide', picture: { from: { what: 'page', chapterId, page: 0 }, crop } },
    ];
  },
  'comics/figures': ({ comic }) => [{ id: comic, from: '2026-11-01', to: '2026-11-25' }],
  'comics/chapters': ({ comic }) => [{ id: comic }],
  'comics/chapter-edit': ({ chapters: [id] }) => [{ id, base: { title: '' }, change: { title: '改了' } }],
  'comics/chapter-state': ({ comic, chapters: ids }) =>
    ['online', 'offline', 'deleted', 'restored'].map((to) => ({ comicId: comic, ids, to })),
  'comics/chapter-order': ({ comic, chapters: [one, two] }) => [
    {
      comicId: comic,
      chapters: [
        { id: two, no: 2 },
        { id: one, no: 1 },
      ],
    },
  ],
  'comics/pages': ({ chapters: [chapterId] }) => [{ chapterId }],
  'comics/pages-change': ({ chapters: [chapterId] }) => [
    { chapterId, base: 'x', pages: [0] },
    { chapterId, base: 'x', pages: [PICTURE] },
  ],
  'comics/pages-restore': ({ chapters: [chapterId] }) => [{ chapterId, version: 1 }],
  'comics/history': ({ comic }) => [{ id: comic }],
  'comics/prices': ({ comic }) => [{ id: comic, at: NOW.toISOString() }],
  'upload/list': () => [],
  'upload/add': ({ upload }) => [{ upload, files: [{ name: 'x/1.cbz', bytes: 1, modifiedAt: 1 }] }],
  'upload/view': ({ upload }) => [{ id: upload }],
  'upload/examine': ({ upload }) => [{ id: upload }],
  'upload/edit': ({ upload }) => [{ id: upload, planNo: 0, changes: [{ what: 'series', from: 'x', to: 'y' }] }],
  'upload/import': ({ upload }) => [{ id: upload, planNo: 0, publish: { when: 'now' } }],
  'upload/discard': ({ upload }) => [{ id: upload }],
};
const CALLS = CONSOLE_CALLS.filter((call) => 'authorScope' in call);

let site: TestApp;
let owner: StaffPerson;
let author: StaffPerson;
let own: OwnedThings;
let foreign: OwnedThings;

const ask = (call: StaffCall, payload: object) =>
  postConsole(site, call.path, JSON.stringify(payload), { cookie: author.cookie });

/** A comic with two chapters and a change, and an upload, both by this person. */
async function thingsOf(person: StaffPerson, comic: Awaited<ReturnType<typeof addComic>>): Promise<OwnedThings> {
  const by = { cookie: person.cookie };
  const edit: InputOf<typeof comicEdit> = {
    id: comic.comicId,
    base: { status: 'serial' },
    change: { status: 'complete' },
  };
  const { data: edited } = await staffCall(site, comicEdit, edit, by);
  const { data: added } = await registerFiles(site, person, [{ name: '某书/1.cbz', bytes: 5, modifiedAt: 5 }]);
  return {
    comic: comic.comicId,
    chapters: comic.chapters.map(({ id }) => id),
    entry: edited?.entries[0] ?? 0,
    upload: added?.upload ?? '',
    file: added?.files[0]?.id ?? '',
  };
}

const grant = (comicId: number, personId: number, granted = true) =>
  staffCall(site, setAuthor, { id: comicId, personId, granted }, { cookie: owner.cookie });

beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  owner = await firstOwner(site, NOW);
  author = await addPerson(site, owner, 'author', '画师', NOW);
  const two = { chapters: [{ no: 1 }, { no: 2 }] };
  const ownComic = await addComic(site, { title: '自己的', ...two });
  const otherComic = await addComic(site, { title: '别人的', ...two });
  expect((await grant(ownComic.comicId, author.id)).code).toBe(0);
  own = await thingsOf(author, ownComic);
  foreign = await thingsOf(owner, otherComic);
});
afterAll(() => site.close());

test('the calls that authors may make are these', () => {
  expect(CALLS.map(({ path }) => path).sort()).toEqual(Object.keys(PAYLOADS).sort());
});

describe.each(CALLS)('an author who calls $path', (call) => {
  const payloads = PAYLOADS[call.path] ?? (() => []);

  test('is refused if it names something of others, and nothing changes', async () => {
    const before = await stateOf(foreign);
    const refused = call.path.startsWith('upload/') ? uploadNotFound : staffForbidden;
    for (const payload of payloads(foreign)) expect((await ask(call, payload)).code).toBe(refused);
    expect(await stateOf(foreign)).toEqual(before);
  });

  test('is refused where one thing is theirs and another is not', async () => {
    const mixed = [
      { ...foreign, comic: own.comic },
      { ...own, comic: foreign.comic, upload: foreign.upload },
      { ...own, chapters: [own.chapters[0] ?? 0, foreign.chapters[0] ?? 0], upload: foreign.upload },
    ];
    const before = await stateOf(foreign);
    for (const things of mixed) for (const payload of payloads(things)) await ask(call, payload);
    expect(await stateOf(foreign)).toEqual(before);
  });
});

test('an author may make the calls for their own comic, while it is theirs', async () => {
  const things = Object.entries(PAYLOADS).filter(([path]) => !path.startsWith('upload/') && path !== 'comics/undo');
  for (const [path, payloads] of things) {
    const call = CALLS.find((each) => each.path === path);
    for (const payload of payloads(own))
      expect(call && (await ask(call, payload)).code, `${path} ${JSON.stringify(payload)}`).not.toBe(staffForbidden);
  }
  await grant(own.comic, author.id, false);
  for (const [path, payloads] of things) {
    const call = CALLS.find((each) => each.path === path);
    for (const payload of payloads(own)) expect(call && (await ask(call, payload)).code, path).toBe(staffForbidden);
  }
  await grant(own.comic, author.id);
});

test('an author lists only their own comics and uploads', async () => {
  const by = { cookie: author.cookie };
  const titles = async (filter: InputOf<typeof comicList>) =>
    (await staffCall(site, comicList, filter, by)).data?.list.map(({ title }) => title);
  for (const filter of [{}, { q: '的' }, { state: 'online' as const }, { sort: 'title' as const }])
    expect(await titles(filter)).toEqual(['自己的']);
  expect(await titles({ q: '别人' })).toEqual([]);
  const { data } = await staffCall(site, uploads, {}, by);
  expect(data?.list.map(({ id }) => id)).toEqual([own.upload]);
});

test('an author who has no comic sees none', async () => {
  const nobody = await addPerson(site, owner, 'author', '新来的画师', NOW);
  const { data } = await staffCall(site, comicList, {}, { cookie: nobody.cookie });
  expect(data?.list).toEqual([]);
  const { code } = await staffCall(
    site,
    chapterState,
    { comicId: own.comic, ids: own.chapters, to: 'offline' },
    { cookie: nobody.cookie },
  );
  expect(code).toBe(staffForbidden);
});

async function stateOf({ comic }: OwnedThings) {
  const read = async (text: string) => (await site.pool.query(text, [comic])).rows;
  return [
    await read('select to_jsonb(c) as row from catalog.comic c where id = $1'),
    await read('select to_jsonb(c) as row from catalog.chapter c where comic_id = $1 order by id'),
    (await site.pool.query('select id, state, plan_no from uploads.upload order by id')).rows,
  ];
}
