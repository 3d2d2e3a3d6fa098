import * as v from 'valibot';
import { call } from '../call.ts';
import { MOST_GROUPS } from '../group-limits.ts';
import { ById, Count, Id, Ids, Nothing } from '../shapes.ts';

const GroupIds = v.optional(v.pipe(v.array(Id), v.maxLength(MOST_GROUPS)), []);

export const groups = call({
  path: 'my/groups',
  who: 'session',
  what: '读者自己的分组，按读者排的次序；count 是其中给这位读者看的漫画数。给了 comicIds 时，chosen 是这些漫画里有几部在这一组。',
  payload: v.object({ comicIds: v.optional(Ids) }),
  data: v.object({
    list: v.array(v.object({ id: Id, name: v.string(), count: Count, chosen: v.optional(Count) })),
  }),
});

export const saveGroup = call({
  path: 'my/save-group',
  who: 'session',
  what: '新建一个分组，给了 id 时改它的名字：1 到 12 个字，不含看不见的字符。一位读者最多 20 个分组，不能同名。',
  payload: v.object({ id: v.optional(Id), name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)) }),
  data: ById,
  refusals: { groupNotFound: null, groupNameTaken: null, groupLimitReached: null },
});

export const delGroup = call({
  path: 'my/del-group',
  who: 'session',
  what: '删除一个分组；其中的漫画留在书架上。',
  payload: ById,
  data: Nothing,
  refusals: { groupNotFound: null },
});

export const sortGroups = call({
  path: 'my/sort-groups',
  who: 'session',
  what: '按 ids 的次序排列分组；没有写到的排在后面，不是这位读者的略过。',
  payload: v.object({ ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MOST_GROUPS)) }),
  data: Nothing,
});

export const groupComics = call({
  path: 'my/group-comics',
  who: 'session',
  what: '把漫画放进 into 的各个分组，移出 outOf 的各个分组；不在书架上的漫画略过。',
  payload: v.object({ comicIds: Ids, into: GroupIds, outOf: GroupIds }),
  data: Nothing,
  refusals: { groupNotFound: null },
});
