import type { Pool } from 'pg';
import type { DataOf } from '#contract/call';
import type { feedbackView } from '#contract/console/feedback';
import { findReader } from '../../../modules/account/account.ts';
import { listEntriesOf } from '../../../modules/audit/audit.ts';
import {
  findComicsMentioned,
  findManagedChapter,
  type ManagedChapter,
  type ManagedComic,
} from '../../../modules/catalog/publishing/publishing.ts';
import { findOrder } from '../../../modules/shop/shop.ts';
import { staffNames } from '../../../modules/staff/staff.ts';
import { type DeskRow, findDeskRow } from '../../../modules/support/support.ts';

type View = DataOf<typeof feedbackView>;

const MOST_ENTRIES = 50;

/** The reason in the audit log of changes after a complaint; the command writes the same. */
export function complaintReason(id: number): string {
  return `投诉 ${id}`;
}

/** The subjects of a feedback, by the facts from the reader's app and by the addresses and titles in its text. */
export async function mentionedBy(
  pool: Pool,
  { about, content }: DeskRow,
): Promise<{ comics: ManagedComic[]; chapter: ManagedChapter | null }> {
  const address = about.comicId === undefined ? '' : `/comic/${about.comicId} `;
  const comics = await findComicsMentioned(pool, `${address}${content}`);
  const chapter = about.chapterId === undefined ? null : await findManagedChapter(pool, about.chapterId);
  return { comics, chapter };
}

/** A feedback as staff see it; null if there is none, or its reader has withdrawn it. */
export async function viewThread(pool: Pool, id: number): Promise<View | null> {
  const found = await findDeskRow(pool, id);
  if (!found || found.state === 'withdrawn') return null;
  const { type, state, at, content, contact, messages, pictures, assignedTo, readerId, about } = found;
  const reader = readerId === null ? null : await findReader(pool, readerId);
  const { comics, chapter } = await mentionedBy(pool, found);
  const reason = complaintReason(id);
  const order = about.orderId === undefined ? null : await findOrder(pool, about.orderId);
  const names = await staffNames(pool);
  return {
    id,
    type,
    state,
    content,
    contact,
    messages,
    pictures,
    at: at.toISOString(),
    reader: reader && {
      id: reader.readerId,
      name: reader.nickname,
    },
    assignedTo:
      assignedTo === null
        ? null
        : {
            id: assignedTo,
            name: names.get(assignedTo) ?? '',
          },
    chapter: chapter && {
      id: chapter.id,
      comicId: chapter.comicId,
      no: chapter.no,
      title: chapter.title,
      page: about.page ?? null,
      online: isOnline(chapter),
      takedown: await findTakedown(pool, 'chapter', chapter.id, reason),
    },
    comics: await Promise.all(
      comics.map(async (comic) => ({
        id: comic.id,
        title: comic.title,
        online: isOnline(comic),
        takedown: await findTakedown(pool, 'comic', comic.id, reason),
      })),
    ),
    order: order && {
      no: order.no,
      isOwn: order.readerId === readerId,
    },
  };
}

function isOnline({ online, deletedAt }: Pick<ManagedComic, 'online' | 'deletedAt'>): boolean {
  return online && deletedAt === null;
}

/** The entry with which a complaint took something offline, unless it was undone. */
async function findTakedown(pool: Pool, subject: 'comic' | 'chapter', id: number, reason: string) {
  const entries = await listEntriesOf(pool, { subject, ids: [id] }, Number.MAX_SAFE_INTEGER, MOST_ENTRIES);
  const found = entries.find((entry) => entry.reason === reason && entry.action === 'offline');
  return found && found.undoneBy === null ? found.id : null;
}
