import type { LimitFunction } from 'p-limit';
import type { ImageStore } from '../../adapters/image-store.ts';
import type { Damage } from '../../modules/catalog/damage-store.ts';
import type { StoredImage, StoredPage } from '../../modules/catalog/stored-images.ts';
import type { ByteBudget } from '../limits/byte-budget.ts';
import { everyOne } from '../limits/settle-all.ts';
import { drawDamaged, sizeBeside } from '../pictures/damage/damaged-pages.ts';
import {
  averageColor,
  type Drawn,
  drawPage,
  drawStored,
  encodePage,
  letGo,
  measurePicture,
  TooSlow,
} from '../pictures/decode/decode.ts';
import { kindOfPicture } from '../pictures/decode/picture-kind.ts';
import { drawCovers, drawPreview, drawThumb, type NewImage } from '../pictures/encode/comic-images.ts';
import { DECODERS, type Size, storedSizes } from '../pictures/page-recipe.ts';
import { type Opened, type SourcePage, Unfit } from '../source/source.ts';
import { asUnfit } from '../source/source-error.ts';

/** Encoded pictures as they come from the reading half, kept from the first look to the drawing. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Some pictures (progressive, turned) are whole in memory, in this many bytes a pixel, before they are shrunk. */
const DECODED_BYTES_A_PIXEL = 3;

/** What all chapters of a run share. */
export type Workshop = {
  store: ImageStore;
  /** One slot a core: who draws or encodes holds one. */
  slots: LimitFunction;
  /** Bytes of pixels in flight. */
  budget: ByteBudget;
  /** Bytes of pictures that are being drawn; encoding, which takes longer, needs none of them. */
  decoding: ByteBudget;
  signal: AbortSignal;
  /** Told of each page that is done or left out. */
  onPage: () => void;
};

/** A chapter whose pages are in the store; its small pictures still go to the comic's folder. */
export type MadeChapter = {
  pages: StoredPage[];
  thumb: NewImage;
  preview: NewImage;
  /** Key of the picture that a cover may be made from. */
  coverPage: string;
  /** The cover made from it, where that was wanted and it is whole. */
  covers: NewImage[] | undefined;
  damage: Damage;
  warnings: string[];
};

/** What went wrong with the pages of one chapter. */
type Complaints = { warnings: string[]; pages: number; isAnyLate: boolean };

/** `bytes` are kept of the first pages only. `size` is undefined where the picture itself doesn't tell it any more. */
type Look = {
  index: number;
  page: SourcePage;
  size: Size | undefined;
  decodingBytes: number;
  bytes: Buffer | undefined;
};

/** Small pictures that are made of a page while its pixels are at hand. */
type Small = { thumb: NewImage | undefined; preview: NewImage | undefined; covers: NewImage[] | undefined };
type Wanted = Record<keyof Small, boolean>;

/** A page in the store; where it is damaged, no small pictures are made of it. */
type MadePage = { stored: StoredPage; small: Small | undefined };

/**
 * Makes the pages of one chapter and puts them under `prefix`. Damaged ones are shown as far as they go, what is no
 * picture at all is left out, and both are told; at least one page must be whole.
 */
export async function makeChapter(
  opened: Opened,
  { prefix, wantsCover }: { prefix: string; wantsCover: boolean },
  workshop: Workshop,
): Promise<MadeChapter> {
  const complaints: Complaints = { warnings: [], pages: 0, isAnyLate: false };
  const looks = await lookAtPages(opened.pages, workshop, complaints);
  const beside = sizeBeside(looks.find((look) => look.size)?.size);
  const sizes = storedSizes(looks.map((look) => look.size ?? { ...beside }));
  const { coverPage } = opened.metadata;
  const told = storyPage(looks, coverPage);
  const face = looks.find((look) => look.index === coverPage) ?? looks[0];
  const made = await everyOne(
    looks.map((look, position) => {
      const wanted = { thumb: look === told, preview: position === 0, covers: wantsCover && look === face };
      return makePage(look, { size: sizes[position] ?? beside, prefix, wanted }, workshop, complaints);
    }),
  );
  const first = made.find((page) => page && !page.stored.damaged);
  if (!first) throw new Unfit('bad_image', `${opened.pages.length} 张图片全部损坏，请重新获取文件`);
  await workshop.store.settle(prefix);

  const at = (wanted: (look: Look) => boolean) => {
    const page = made[looks.findIndex(wanted)];
    return page && !page.stored.damaged ? page : first;
  };
  const story = at((look) => look === told);
  const thumb = story.small?.thumb ?? (await drawFrom(story, drawThumb, workshop));
  const preview = first.small?.preview ?? (await drawFrom(first, drawPreview, workshop));
  const cover = at((look) => look === face);
  const { covers } = cover.small ?? {};
  const pages = made.flatMap((page) => page?.stored ?? []);
  const damage = { pages: complaints.pages, decoders: complaints.isAnyLate ? 0 : DECODERS };
  return { pages, thumb, preview, coverPage: cover.stored.key, covers, damage, warnings: complaints.warnings };
}

/** The page that shows best what a chapter is about: neither its cover nor a mere title strip, where there is another early on. */
function storyPage(looks: Look[], coverPage: number | undefined): Look | undefined {
  const early = looks.slice(0, 4).filter((look) => look.index !== coverPage);
  return early.find(({ size }) => size && size.height > 0.6 * size.width) ?? early[0] ?? looks[0];
}

/** Puts a small picture beside the comic's others. */
export async function putImage(store: ImageStore, prefix: string, image: NewImage): Promise<StoredImage> {
  const { width, height, color } = image;
  return { key: await store.put(prefix, image.bytes), width, height, color };
}

/** All sizes are needed before the first page is drawn: panels of a scroll share one scale. */
async function lookAtPages(pages: SourcePage[], workshop: Workshop, complaints: Complaints): Promise<Look[]> {
  const looks: Look[] = [];
  let kept = 0;
  for (const [index, page] of pages.entries()) {
    workshop.signal.throwIfAborted();
    try {
      const bytes = await page.read();
      const looked = await lookAt(bytes);
      const keep = kept + bytes.length <= KEPT_BYTES;
      if (keep) kept += bytes.length;
      else letGo(bytes);
      looks.push({ index, page, ...looked, bytes: keep ? bytes : undefined });
    } catch (error) {
      leaveOut(page, error, complaints, workshop);
    }
  }
  return looks;
}

/** Throws where it is no picture. One that says it is one, but not its size, is damaged. */
async function lookAt(bytes: Buffer): Promise<Pick<Look, 'size' | 'decodingBytes'>> {
  try {
    return await measurePicture(bytes);
  } catch (error) {
    if (kindOfPicture(bytes) && asUnfit(error)?.code === 'bad_image') return { size: undefined, decodingBytes: 0 };
    throw error;
  }
}

async function makePage(
  look: Look,
  { size, prefix, wanted }: { size: Size; prefix: string; wanted: Wanted },
  workshop: Workshop,
  complaints: Complaints,
): Promise<MadePage | undefined> {
  try {
    const { pieces, color, small, isDamaged } = await workshop.slots(async () => {
      workshop.signal.throwIfAborted();
      const giveBack = await workshop.budget.take(size.width * size.height * 4 + look.decodingBytes);
      try {
        const { drawn, isDamaged } = await drawWithin(workshop.decoding, look, size, complaints);
        try {
          const small = isDamaged ? undefined : await drawSmall(drawn, wanted);
          return {
            pieces: await encodePage(drawn, 1 + idleSlots(workshop.slots)),
            color: averageColor(drawn),
            small,
            isDamaged,
          };
        } finally {
          letGo(drawn.pixels);
        }
      } finally {
        giveBack();
      }
    });
    const stored = await everyOne(
      pieces.map(async ({ bytes, top, height }) => {
        const key = await workshop.store.put(prefix, bytes);
        letGo(bytes);
        return { key, top, height };
      }),
    );
    workshop.onPage();
    const key = stored[0]?.key ?? '';
    const page: StoredPage = { key, ...size, color, source: look.page.name };
    if (isDamaged) page.damaged = true;
    return { stored: stored.length > 1 ? { ...page, pieces: stored } : page, small };
  } catch (error) {
    leaveOut(look.page, error, complaints, workshop);
    return undefined;
  }
}

/** Cores that nobody waits for: a long strip at the end of a run is encoded by all of them. */
function idleSlots({ pendingCount, concurrency, activeCount }: LimitFunction): number {
  return pendingCount > 0 ? 0 : Math.max(0, concurrency - activeCount);
}

async function drawWithin(decoding: ByteBudget, look: Look, size: Size, complaints: Complaints) {
  const { width, height } = look.size ?? size;
  const giveBack = await decoding.take(Math.max(width * height * DECODED_BYTES_A_PIXEL, look.decodingBytes));
  try {
    const bytes = look.bytes ?? (await look.page.read());
    look.bytes = undefined;
    try {
      return await drawLook(look, bytes, size, complaints);
    } finally {
      letGo(bytes);
    }
  } finally {
    giveBack();
  }
}

async function drawLook(
  look: Look,
  bytes: Buffer,
  size: Size,
  complaints: Complaints,
): Promise<{ drawn: Drawn; isDamaged: boolean }> {
  let why = '图片已损坏，无法读取';
  if (look.size) {
    try {
      return { drawn: await drawPage(bytes, size), isDamaged: false };
    } catch (error) {
      const unfit = asUnfit(error);
      if (unfit?.code !== 'bad_image') throw error;
      why = unfit.message;
      if (unfit instanceof TooSlow) complaints.isAnyLate = true;
    }
  }
  const { drawn, isLost } = await drawDamaged(look.size && bytes, size);
  complaints.pages++;
  complaints.warnings.push(
    `第「${look.page.name}」页已损坏：${why}${isLost ? '，以占位图代替' : '，只显示能读出的部分'}`,
  );
  return { drawn, isDamaged: true };
}

/** What is no picture is told and left out; anything else that goes wrong stops the chapter. */
function leaveOut(page: SourcePage, error: unknown, complaints: Complaints, workshop: Workshop): void {
  const unfit = asUnfit(error);
  if (unfit?.code !== 'bad_image' && unfit?.code !== 'corrupt_entry') throw unfit ?? error;
  complaints.pages++;
  complaints.warnings.push(`第「${page.name}」页已跳过：${unfit.message}`);
  workshop.onPage();
}

async function drawSmall(page: Drawn, wanted: Wanted): Promise<Small> {
  return {
    thumb: wanted.thumb ? await drawThumb(page) : undefined,
    preview: wanted.preview ? await drawPreview(page) : undefined,
    covers: wanted.covers ? await drawCovers(page) : undefined,
  };
}

/** For a page that stands in for another one, which is damaged. */
async function drawFrom(
  { stored }: MadePage,
  draw: (page: Drawn) => Promise<NewImage>,
  { slots, store }: Workshop,
): Promise<NewImage> {
  return slots(async () => draw(await drawStored(await store.read(stored.key))));
}
