import { chapterNoText } from '#contract/chapter-no';
import { chapterPath, comicPath, paths } from '#contract/paths';
import type { NoticeBody } from './notice.ts';

export type NoticeWords = { title: string; body: string; link: string };

/** The text of a notice and the page that it leads to; `count` = the number of events. */
export function wordsOf(notice: NoticeBody, count: number): NoticeWords {
  switch (notice.kind) {
    case 'update': {
      const { comicId, title, chapterId, no } = notice.about;
      return count === 1
        ? { title, body: `更新到${chapterNoText(no)}`, link: chapterPath(chapterId) }
        : { title, body: `更新了 ${count} 话，最新是${chapterNoText(no)}`, link: comicPath(comicId) };
    }
    case 'work':
      return {
        title: notice.about.title,
        body: `${notice.about.author}的新作品上线了`,
        link: comicPath(notice.about.comicId),
      };
    case 'ready':
      return { title: notice.about.title, body: '可以免费读下一话了', link: comicPath(notice.about.comicId) };
    case 'granted': {
      const { orderId, coins, bonus, passDays } = notice.about;
      if (passDays) return { title: '月卡到账', body: `月卡 ${passDays} 天已到账。`, link: orderLink(orderId) };
      const extra = bonus > 0 ? `、${bonus} 赠币` : '';
      return { title: '充值到账', body: `${coins} 漫币${extra}已到账。`, link: orderLink(orderId) };
    }
    case 'refunded':
      return {
        title: '已退款',
        body: '钱已经退回付款的账户，到账要看银行，一般几天之内。',
        link: orderLink(notice.about.orderId),
      };
    case 'expiring': {
      const { day, bonus, tickets } = notice.about;
      const what = [bonus > 0 && `${bonus} 赠币`, tickets > 0 && `${tickets} 张阅读券`].filter(Boolean).join('、');
      return { title: '快要过期', body: `${what}将在${dayText(day)}过期。`, link: paths.paymentRecords };
    }
    case 'passEnds':
      return { title: '月卡快要到期', body: `最后一天是${dayText(notice.about.day)}。`, link: paths.payment };
    case 'giftEnds': {
      const { day, time, title, gifts } = notice.about;
      const what = gifts === 1 ? `「${title}」` : `「${title}」等 ${gifts} 个礼包`;
      return {
        title: '礼包快要结束',
        body: `${what}最晚${dayText(day)}${time ? ` ${time} ` : ''}领取。`,
        link: paths.giftbox,
      };
    }
    case 'event':
    case 'system': {
      const { title, body, link } = notice.about;
      return { title, body, link: link ?? paths.notices };
    }
    case 'reply':
      return { title: '反馈有了回复', body: '点开查看回复。', link: `${paths.faq}?tab=feedback` };
  }
}

const orderLink = (orderId: string) => `${paths.payment}?order=${encodeURIComponent(orderId)}`;

function dayText(day: string): string {
  const [, month, date] = day.split('-');
  return `${Number(month)}月${Number(date)}日`;
}
