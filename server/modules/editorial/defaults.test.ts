import { expect, test } from 'vitest';
import { MERGE_LIMITS } from '../wallet/data-owner.ts';
import { DEFAULT_PARTS } from './defaults.ts';

test('a home screen without edits has nine sections, each with its form, its list and its size', () => {
  const sections = DEFAULT_PARTS.home.map(({ title, show, layout, more, count, start, end }) => {
    expect([start, end]).toEqual([null, null]);
    return [title, 'rule' in show && show.rule, layout, more, count];
  });
  expect(sections).toEqual([
    ['今日更新', 'weekday', 'grid', '/weekly', 6],
    ['热门', 'hot', 'wide', '/ranking', 4],
    ['新作', 'new', 'row', '/new', 9],
    ['专题', 'themes', 'row', null, 2],
    ['限免', 'freesale', 'list', '/freesale', 3],
    ['完结', 'complete', 'list', '/complete', 3],
    ['排行榜', 'ranking', 'rank', '/ranking', 9],
    ['最近更新', 'updated', 'grid', null, 12],
    ['为你推荐', 'recommended', 'grid', null, 12],
  ]);
});

test('the questions of readers are answered with the figures of the rules', () => {
  const { attendance, limits, packages, faq } = DEFAULT_PARTS;
  const answerTo = (words: string) => faq.find(({ question }) => question.includes(words))?.answer;
  expect(answerTo('签到有什么奖励')).toContain(`${attendance.bonus.join('、')} 赠币`);
  expect(attendance.tickets.indexOf(1)).toBe(6);
  expect(attendance.gradeBonus.findIndex((bonus) => bonus > 0)).toBe(2);
  expect(answerTo('漏签了一天')).toContain(`用 ${attendance.repairCost} 赠币`);
  expect(answerTo('什么时候过期')).toContain(
    `赠币 ${attendance.bonusDays} 天，签到得到的阅读券 ${attendance.ticketDays} 天`,
  );
  const [order = 0, day = 0] = [limits.undeclared.orderFen, limits.undeclared.dayFen].map((fen) => (fen ?? 0) / 100);
  expect(answerTo('消费限额')).toContain(`一单 ${order} 元、一天 ${day} 元`);
  expect(answerTo('没有登录时')).toContain(`最多并入 ${MERGE_LIMITS.bonus}，阅读券最多 ${MERGE_LIMITS.ticket} 张`);
  expect(answerTo('多少钱')).toContain('1 元合 10 漫币');
  expect(packages.every(({ cashFen, coins }) => coins === cashFen / 10)).toBe(true);
});
