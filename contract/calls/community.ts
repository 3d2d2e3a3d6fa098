import * as v from 'valibot';
import { call } from '../call.ts';
import { Likes, Rating } from '../opinions.ts';
import { Count, Id } from '../shapes.ts';

const OFTEN = [{ by: 'session', points: 60, seconds: 60 }] as const;

export const chapterLike = call({
  path: 'comic/like',
  who: 'registered',
  what: '给一话点赞，on 为 false 时取消；重复的不再计数。运营者没有开放点赞时以 3021 拒绝。',
  payload: v.object({ id: Id, on: v.boolean() }),
  data: Likes,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, chapterNotFound: null, notOffered: null },
  limits: OFTEN,
});

export const comicRate = call({
  path: 'comic/rate',
  who: 'registered',
  what: '给一部漫画评 1 到 5 星，再评就改，null 是收回。运营者没有开放评分时以 3021 拒绝。',
  payload: v.object({ id: Id, stars: v.nullable(v.pipe(Count, v.minValue(1), v.maxValue(5))) }),
  data: Rating,
  refusals: { teenModeForbids: null, ageUnconfirmed: null, comicNotFound: null, notOffered: null },
  limits: OFTEN,
});
