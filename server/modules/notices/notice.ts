import type { NoticeCategory } from '#contract/calls/notices';

/** A notice without its reader. The data for its text depend on the kind. */
export type NoticeBody =
  | { kind: 'update'; about: { comicId: number; title: string; chapterId: number; no: number } }
  /** The first chapter of a new comic of an author whom the reader follows. */
  | { kind: 'work'; about: { comicId: number; title: string; author: string } }
  /** A chapter can be opened by 等就免费. */
  | { kind: 'ready'; about: { comicId: number; title: string } }
  | { kind: 'granted'; about: { orderId: string; coins: number; bonus: number; passDays?: number } }
  | { kind: 'refunded'; about: { orderId: string } }
  /** The credits that expire on a day (`YYYY-MM-DD`, Shanghai). */
  | { kind: 'expiring'; about: { day: string; bonus: number; tickets: number } }
  /** The last day of 月卡. */
  | { kind: 'passEnds'; about: { day: string } }
  /** The last day on which gifts can be claimed, of which one is named. `time`: until when on that day, of short gifts. */
  | { kind: 'giftEnds'; about: { day: string; time?: string; title: string; gifts: number } }
  | { kind: 'reply'; about: { feedbackId: number } }
  /** Announcements of the operator. */
  | { kind: 'event' | 'system'; about: { announcementId: number; title: string; body: string; link: string | null } };

export type NoticeKind = NoticeBody['kind'];

export const CATEGORY: Record<NoticeKind, NoticeCategory> = {
  update: 'updates',
  work: 'updates',
  ready: 'updates',
  granted: 'money',
  refunded: 'money',
  expiring: 'money',
  passEnds: 'money',
  giftEnds: 'money',
  reply: 'replies',
  event: 'events',
  system: 'system',
};

/** The kinds of these categories. */
export function kindsOf(categories: readonly NoticeCategory[]): NoticeKind[] {
  return (Object.keys(CATEGORY) as NoticeKind[]).filter((kind) => categories.includes(CATEGORY[kind]));
}

/** Notices with the same key are one as long as it is unread. */
export function foldKeyOf(body: NoticeBody): string {
  switch (body.kind) {
    case 'update':
      return `comic:${body.about.comicId}`;
    case 'work':
    case 'ready':
      return `comic:${body.about.comicId}:${body.kind}`;
    case 'granted':
    case 'refunded':
      return `order:${body.about.orderId}:${body.kind}`;
    case 'expiring':
    case 'passEnds':
      return `day:${body.about.day}:${body.kind}`;
    case 'giftEnds': {
      const { day, time = '' } = body.about;
      return `day:${day}${time}:${body.kind}`;
    }
    case 'reply':
      return `feedback:${body.about.feedbackId}`;
    case 'event':
    case 'system':
      return `announcement:${body.about.announcementId}`;
  }
}
