import * as v from 'valibot';
import { ById, Id } from '../shapes.ts';
import { staffCall } from './staff-call.ts';

const Authors = v.object({
  /** Everyone with the role author. `isGranted`: the comic is theirs. */
  list: v.array(v.object({ id: Id, name: v.string(), isGranted: v.boolean() })),
});

export const comicAuthors = staffCall({
  path: 'comics/authors',
  who: { staff: 'comics' },
  what: '角色是作者的员工，与这部漫画是不是他们的。',
  payload: ById,
  data: Authors,
  refusals: { comicNotFound: null },
});

export const setAuthor = staffCall({
  path: 'comics/author-set',
  who: { staff: 'comics', fresh: true },
  what: '把一部漫画交给一位作者，或收回；收回之后，作者立即看不到它。',
  payload: v.object({ id: Id, personId: Id, granted: v.boolean() }),
  data: Authors,
  refusals: { comicNotFound: null, staffNotFound: null },
});

export const authorComics = staffCall({
  path: 'staff/comics',
  who: { staff: 'staff' },
  what: '一位作者的漫画。',
  payload: ById,
  data: v.object({ list: v.array(v.object({ id: Id, title: v.string() })) }),
});
