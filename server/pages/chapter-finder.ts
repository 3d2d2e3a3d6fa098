import type { SessionCtx } from '../core/dispatch/ctx.ts';
import {
  type Catalog,
  type ComicRecord,
  currentPrice,
  nextChangeOf,
  publishedFor,
  saleAt,
} from '../modules/catalog/catalog.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';
import type { Membership } from '../modules/membership/membership.ts';
import { passPercentOf, type Wallet } from '../modules/wallet/wallet.ts';
import { type FoundChapter, NO_ACCESS, publishedBy, type ReaderAccess, viewItem } from './comic-views.ts';

const DAY_MS = 24 * 3600 * 1000;

/** The reader and the time; a job has no call. */
type AccessCtx = Pick<SessionCtx, 'now' | 'validUntil'> & {
  caller: Pick<SessionCtx['caller'], 'readerId' | 'registered' | 'teen'>;
};

export type FinderParts = {
  catalog: Catalog;
  editorial: Pick<Editorial, 'parts'>;
  wallet: Pick<Wallet, 'owned'>;
  membership: Membership;
};

/** Finds a chapter that a reader can read. */
export function createChapterFinder({ catalog, editorial, wallet, membership }: FinderParts) {
  /** The chapters that the reader owns or has open; no query for a comic that never had a price. */
  async function accessOf(
    { comic, chapters }: ComicRecord,
    { caller, now, validUntil }: AccessCtx,
  ): Promise<ReaderAccess> {
    const hasPrice = chapters.some(({ guarded }) => guarded);
    const isForSale = hasPrice && comic.online && caller.registered;
    const waitAlone = async () => ({
      wait: isForSale ? await membership.waiting.state(caller.readerId, comic.id, now) : NO_ACCESS.wait,
      passUntil: null,
    });
    // In 未成年人模式 a pass is not used.
    const usesPass = isForSale && !caller.teen;
    const percent = usesPass ? passPercentOf((await editorial.parts()).discounts) : null;
    const asksPass = usesPass && (comic.passAfterDays > 0 || percent !== null);
    const [owned, { wait, passUntil }] = await Promise.all([
      hasPrice || !comic.online ? wallet.owned(caller.readerId, comic.id) : NO_ACCESS.owned,
      asksPass ? membership.access(caller.readerId, comic.id, now) : waitAlone(),
    ]);
    for (const at of [wait.readyAt, ...wait.opened.values()]) if (at && at > now) validUntil(at);
    if (!passUntil) return { owned, wait, pass: null, passPercent: null };
    validUntil(passUntil);
    if (comic.passAfterDays === 0) return { owned, wait, pass: null, passPercent: percent };
    validUntil(nextOpenedByPass(chapters, comic.passAfterDays, now));
    const pass = { until: passUntil, publishedBy: publishedBy(comic.passAfterDays, now) };
    return { owned, wait, pass, passPercent: percent };
  }

  /** A published chapter that this reader may know of, and its place among the others. */
  async function findChapter(asked: number, ctx: SessionCtx): Promise<FoundChapter | null> {
    const found = await catalog.anyChapter(asked);
    if (!found) return null;
    const { record, chapterId: id } = found;
    const access = await accessOf(record, ctx);
    const chapters = publishedFor(record, access.owned, ctx.now);
    const index = chapters.findIndex((chapter) => chapter.id === id);
    const chapter = chapters[index];
    if (!chapter) return null;
    ctx.validUntil(nextChangeOf(record, ctx.now));
    return { record, chapters, chapter, index, sale: saleAt(record.promotions, ctx.now), ...access };
  }

  /** The price of a chapter that the reader has to buy before they can read it; null if they can read it. */
  async function priceToRead(comicId: number, chapterId: number, ctx: AccessCtx): Promise<number | null> {
    const record = await catalog.comic(comicId);
    const chapter = record?.chapters.find(({ id }) => id === chapterId);
    if (!record || !chapter) return null;
    const sale = saleAt(record.promotions, ctx.now);
    // Most chapters are free: no query for them.
    if (currentPrice(chapter, sale, ctx.now) === 0) return null;
    const marks = { ...(await accessOf(record, ctx)), sale, read: new Set<number>() };
    const { access, salePrice } = viewItem(chapter, marks, ctx.now);
    return access === 'locked' ? salePrice : null;
  }

  return { accessOf, findChapter, priceToRead };
}

/** When 月卡 opens the next chapter, which is this many days after its publication. Null = no other one. */
function nextOpenedByPass(chapters: readonly { publishedAt: Date }[], afterDays: number, now: Date): Date | null {
  const moments = chapters.map(({ publishedAt }) => publishedAt.getTime() + afterDays * DAY_MS);
  const next = Math.min(...moments.filter((at) => at > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : null;
}
