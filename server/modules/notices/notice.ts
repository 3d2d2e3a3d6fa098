import type { NoticeCategory } from '#contract/calls/notices';

/** A notice without its reader; what its text is made from depends on the kind. */
export type NoticeBody =
  | { kind: 'update'; about: { comicId: number; title: string; chapterId: number; no: number } }
  | { kind: 'granted'; about: { orderId: string; coins: number; bonus: number } }
  | { kind: 'refunded'; about: { orderId: string } }
  | { kind: 'reply'; about: { feedbackId: number } };

export type NoticeKind = NoticeBody['kind'];

export const CATEGORY: Record<NoticeKind, NoticeCategory> = {
  update: 'updates',
  granted: 'money',
  refunded: 'money',
  reply: 'replies',
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
    case 'granted':
    case 'refunded':
      return `order:${body.about.orderId}:${body.kind}`;
    case 'reply':
      return `feedback:${body.about.feedbackId}`;
  }
}
