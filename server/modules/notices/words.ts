import { chapterNoText } from '#contract/chapter-no';
import { chapterPath, comicPath, paths } from '#contract/paths';
import type { NoticeBody } from './notice.ts';

export type NoticeWords = { title: string; body: string; link: string };

/** The text of a notice and the page that it leads to; `count` = how many notices it stands for. */
export function wordsOf(notice: NoticeBody, count: number): NoticeWords {
  switch (notice.kind) {
    case 'update': {
      const { comicId, title, chapterId, no } = notice.about;
      return count === 1
        ? { title, body: `更新到${chapterNoText(no)}`, link: chapterPath(chapterId) }
        : { title, body: `更新了 ${count} 话，最新是${chapterNoText(no)}`, link: comicPath(comicId) };
    }
    case 'granted': {
      const { orderId, coins, bonus } = notice.about;
      const extra = bonus > 0 ? `、${bonus} 赠币` : '';
      return { title: '充值到账', body: `${coins} 漫币${extra}已到账。`, link: orderLink(orderId) };
    }
    case 'refunded':
      return {
        title: '已退款',
        body: '钱已经退回付款的账户，到账要看银行，一般几天之内。',
        link: orderLink(notice.about.orderId),
      };
    case 'reply':
      return { title: '反馈有了回复', body: '点开查看回复。', link: `${paths.faq}?tab=feedback` };
  }
}

const orderLink = (orderId: string) => `${paths.payment}?order=${encodeURIComponent(orderId)}`;
