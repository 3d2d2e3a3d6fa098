import * as v from 'valibot';
import { call } from '../call.ts';
import { Adult, Banner, Config, Id, Image, Section, Teen, Time } from '../shapes.ts';

export const config = call({
  path: 'config',
  who: 'anyone',
  what: '页面需要知道的本站信息。',
  payload: v.object({ platform: v.picklist(['pc', 'ios', 'android']) }),
  data: Config,
});

export const banner = call({
  path: 'banner',
  who: 'anyone',
  what: '所问位置的横幅，以位置为键；没有横幅的位置是空列表。',
  payload: v.object({
    no: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(13))), v.maxLength(13)),
  }),
  data: v.record(v.string(), v.array(Banner)),
});

export const home = call({
  path: 'home',
  who: 'anyone',
  what: '首页的各个栏目。',
  payload: v.object({ adult: Adult, teen: Teen }),
  data: v.object({
    sections: v.array(Section),
    /** The first running event in the editor's list. */
    event: v.optional(v.object({ id: Id, title: v.string() })),
  }),
});

export const event = call({
  path: 'event',
  who: 'anyone',
  what: '进行中的活动；填 all 时还有将要开始的，与 90 天内结束的。填 id 时只有那一个，带正文，还没有开始或已经结束的也有。',
  payload: v.object({ id: v.optional(Id), all: v.optional(v.boolean(), false) }),
  data: v.object({
    events: v.array(
      v.object({
        id: Id,
        title: v.string(),
        image: Image,
        startsAt: Time,
        endsAt: v.nullable(Time),
        /** An inside route or an https address; empty if the event has only a text. */
        link: v.string(),
        body: v.optional(v.string()),
      }),
    ),
  }),
});

export const text = call({
  path: 'text',
  who: 'anyone',
  what: '服务条款或隐私政策；正文是 Markdown。',
  payload: v.object({ name: v.picklist(['service', 'privacy']) }),
  data: v.object({ title: v.string(), body: v.string(), updatedAt: Time }),
});
