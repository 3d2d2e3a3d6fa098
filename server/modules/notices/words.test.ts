import { expect, test } from 'vitest';
import type { NoticeBody } from './notice.ts';
import { wordsOf } from './words.ts';

const update = (no: number): NoticeBody => ({
  kind: 'update',
  about: { comicId: 5, title: '猫站长的末班车', chapterId: 71, no },
});

test.each<[NoticeBody, number, [title: string, body: string, link: string]]>([
  [update(12), 1, ['猫站长的末班车', '更新到第12话', '/chapter/71']],
  [update(12), 3, ['猫站长的末班车', '更新了 3 话，最新是第12话', '/comic/5']],
  [update(20261127), 1, ['猫站长的末班车', '更新到2026-11-27', '/chapter/71']],
  [
    { kind: 'granted', about: { orderId: 'A 1', coins: 60, bonus: 0 } },
    1,
    ['充值到账', '60 漫币已到账。', '/payment?order=A%201'],
  ],
  [
    { kind: 'granted', about: { orderId: 'A1', coins: 0, bonus: 0, passDays: 30 } },
    1,
    ['月卡到账', '月卡 30 天已到账。', '/payment?order=A1'],
  ],
  [
    { kind: 'granted', about: { orderId: 'A1', coins: 60, bonus: 6 } },
    1,
    ['充值到账', '60 漫币、6 赠币已到账。', '/payment?order=A1'],
  ],
  [
    { kind: 'refunded', about: { orderId: 'A1' } },
    1,
    ['已退款', '钱已经退回付款的账户，到账要看银行，一般几天之内。', '/payment?order=A1'],
  ],
  [
    { kind: 'work', about: { comicId: 5, title: '新作', author: '林青禾' } },
    1,
    ['新作', '林青禾的新作品上线了', '/comic/5'],
  ],
  [
    { kind: 'giftEnds', about: { day: '2026-03-14', title: '春日礼', gifts: 1 } },
    1,
    ['礼包快要结束', '「春日礼」最晚3月14日领取。', '/giftbox'],
  ],
  [
    { kind: 'giftEnds', about: { day: '2026-03-14', title: '春日礼', gifts: 2 } },
    1,
    ['礼包快要结束', '「春日礼」等 2 个礼包最晚3月14日领取。', '/giftbox'],
  ],
  [
    { kind: 'giftEnds', about: { day: '2026-03-14', time: '20:00', title: '晚八点', gifts: 1 } },
    1,
    ['礼包快要结束', '「晚八点」最晚3月14日 20:00 领取。', '/giftbox'],
  ],
  [{ kind: 'ready', about: { comicId: 5, title: '海' } }, 2, ['海', '可以免费读下一话了', '/comic/5']],
  [
    { kind: 'expiring', about: { day: '2026-11-09', bonus: 60, tickets: 0 } },
    1,
    ['快要过期', '60 赠币将在11月9日过期。', '/payment/records'],
  ],
  [{ kind: 'passEnds', about: { day: '2027-01-10' } }, 1, ['月卡快要到期', '最后一天是1月10日。', '/payment']],
  [
    { kind: 'event', about: { announcementId: 1, title: '三周年', body: '来领礼包', link: null } },
    1,
    ['三周年', '来领礼包', '/my/notices'],
  ],
  [{ kind: 'reply', about: { feedbackId: 3 } }, 2, ['反馈有了回复', '点开查看回复。', '/faq?tab=feedback']],
])('the words of %j × %i', (notice, count, [title, body, link]) => {
  expect(wordsOf(notice, count)).toEqual({ title, body, link });
});
