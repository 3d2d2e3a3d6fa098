import * as v from 'valibot';
import { Id } from '../shapes.ts';
import { Entries, Reason } from './comic-shapes.ts';
import { staffCall } from './staff-call.ts';

const REFUSALS = { comicNotFound: null, cannotMerge: null, comicDeleted: null, comicMerged: null };

export const mergePreview = staffCall({
  path: 'comics/merge-preview',
  who: { staff: 'comics' },
  what: '预览把一部漫画（id）并入另一部（into）：话、价格、读者的订阅与购买、编排各会怎样。什么也不改。',
  payload: v.object({ id: Id, into: Id }),
  data: v.object({ lines: v.array(v.string()) }),
  refusals: REFUSALS,
});

export const mergeComics = staffCall({
  path: 'comics/merge',
  who: { staff: 'comics' },
  what: '把一部漫画（id）并入另一部（into）。话、读者的订阅与购买都跟过去，旧地址自动转；30 天内用 comics/undo 撤回。',
  payload: v.object({ id: Id, into: Id, reason: Reason }),
  data: Entries,
  refusals: REFUSALS,
});
