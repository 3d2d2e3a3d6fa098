import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call';
import { endSession, userAutoBuy } from '#contract/calls/account';
import { delGroup, groupComics, saveGroup, sortGroups } from '#contract/calls/groups';
import {
  addFavorite,
  addSubscribe,
  delFavorite,
  delHistory,
  delSubscribe,
  history,
  progress,
} from '#contract/calls/library';
import { userLogout } from '#contract/calls/session';
import { feedback } from '#contract/calls/support';
import { newCallers } from './cast.ts';
import { rowsOfReader } from './rows-of-reader.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.site.close());

test('calls of other readers on the same comics change no row of a bystander', async () => {
  const { site, cast } = stage;
  const before = await rowsOfReader(site.pool, cast.bystander.readerId);
  expect(Object.entries(before).filter(([, rows]) => rows.length > 0).length).toBeGreaterThan(6);
  const { ids, texts } = cast.known;
  const doing: [Call, unknown][] = [
    ...ids.flatMap((id): [Call, unknown][] => [
      [addSubscribe, { id }],
      [addFavorite, { id }],
      [userAutoBuy, { comicId: id, on: true }],
      [progress, { chapterId: id, page: 0, offset: 0, finished: true, ageMs: 0 }],
    ]),
    [saveGroup, { name: '组' }],
    ...ids.map((id): [Call, unknown] => [groupComics, { comicIds: ids, into: [id] }]),
    [history, {}],
    [feedback, {}],
  ];
  const undoing: [Call, unknown][] = [
    ...ids.map((comicId): [Call, unknown] => [userAutoBuy, { comicId, on: false }]),
    ...[delHistory, delSubscribe, delFavorite].flatMap((call): [Call, unknown][] => [
      [call, { ids }],
      [call, { all: true }],
    ]),
    ...ids.flatMap((id): [Call, unknown][] => [
      [saveGroup, { id, name: '改名' }],
      [groupComics, { comicIds: ids, outOf: [id] }],
      [sortGroups, { ids: [id] }],
      [delGroup, { id }],
    ]),
    ...(texts.id ?? []).map((id): [Call, unknown] => [endSession, { id }]),
    [userLogout, { all: true }],
  ];
  const callers = await newCallers(site, cast);
  for (const expectedKind of ['anonymous', 'registered']) {
    const token = callers.find(({ kind }) => kind === expectedKind)?.token;
    for (const [call, payload] of [...doing, ...undoing])
      await site.post(call.path, site.cipher.seal(JSON.stringify(payload)), { authorization: `Bearer ${token}` });
  }
  expect(await rowsOfReader(site.pool, cast.bystander.readerId)).toEqual(before);
});
