import sharp, { type Sharp } from 'sharp';
import { type Bitmap, decodePicture, sizeOfPicture } from '../decode/decode.ts';
import { SECONDS_A_PICTURE } from '../page-recipe.ts';
import { averageColor } from './encode-page.ts';

/** An encoded picture that isn't in the storage yet. */
export type NewImage = { bytes: Buffer; width: number; height: number; color: string };

/** Position of a crop in percent, as CSS's `object-position`. */
export type CropPosition = { x: number; y: number };

/** A cover in all its widths, narrowest first; `focusY` is the vertical position of wide crops. */
export type NewCovers = { sizes: NewImage[]; focusY: number };

const COVER_WIDTHS = [240, 480, 720];
const COVER_ASPECT = 4 / 3;
/** The lowest part of a wide picture often has a title or caption, which a narrow crop would cut. */
const WITHOUT_CAPTION = 7 / 8;
/**
 * In a picture of more than this height (in widths), the top is seldom the best part: strips often begin with an empty area.
 */
const TALL = 1.6;
/** The aspect ratio (height : width) of wide crops. */
const WIDE_ASPECT = 1 / 2;
/** Widths of banners and similar pictures, for phones and windows. */
const PICTURE_WIDTHS = [480, 960, 1440];
/** A cover is made once and shown to everybody. Thumbs and previews are made for every chapter and are small. */
const COVER_EFFORT = 3;
const QUICK = 1;
const THUMB_ASPECT = 3 / 5;
const THUMB_WIDTH = 320;
/** The part of a wide page's height that is kept. The rest, at the bottom, often has lettering, as on covers. */
const THUMB_WITHOUT_CAPTION = 5 / 6;
/** The tolerance of a margin's colour: scanned paper is not even. */
const MARGIN_THRESHOLD = 24;
/** The fewest pixels that sharp looks for margins in. */
const LEAST_TO_TRIM = 3;
const PREVIEW_WIDTH = 160;
/** A preview is scaled down to this many columns and up again, so that no text can be read. */
const PREVIEW_DETAIL = 20;

/**
 * The cover, 3:4, in the usual widths; at least one, never enlarged. Without a position, sharp's `attention` chooses the crop,
 * also of wide crops; with one, its vertical part applies to wide crops.
 */
export async function drawCovers(page: Bitmap, position?: CropPosition): Promise<NewCovers> {
  const source = position || page.width <= page.height ? page : topRows(page, WITHOUT_CAPTION * page.height);
  const full = Math.max(1, Math.floor(Math.min(source.width, source.height / COVER_ASPECT)));
  const widths = widthsUpTo(full);
  const width = widths.at(-1) ?? full;
  const largest = position
    ? await cropAt(source, width, COVER_ASPECT, position)
    : await crop(upperPart(source), width, COVER_ASPECT);
  const sizes = await Promise.all(
    widths.map(async (each) => encode(await crop(largest, each, COVER_ASPECT), COVER_EFFORT)),
  );
  return { sizes, focusY: position?.y ?? (await focusOf(largest)) };
}

/** The usual widths up to the picture's width, and the picture's width if the next usual one is much larger. */
function widthsUpTo(full: number): number[] {
  const usual = COVER_WIDTHS.filter((each) => each <= full);
  const widest = usual.at(-1) ?? 0;
  return full > 1.5 * widest && widest !== COVER_WIDTHS.at(-1) ? [...usual, full] : usual;
}

/** The vertical position of a wide crop of a tall picture, in percent. */
async function focusOf(cover: Bitmap): Promise<number> {
  const height = Math.max(1, Math.round(cover.width * WIDE_ASPECT));
  if (cover.height <= height) return 0;
  const { info } = await pixelsOf(cover)
    .resize(cover.width, height, { fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Math.round((100 * Math.abs(info.cropOffsetTop ?? 0)) / (cover.height - height));
}

/** A cover as JPEG, because some programs that show share cards don't support WebP. */
export async function encodeJpeg({ bytes }: Pick<NewImage, 'bytes'>): Promise<Buffer> {
  return sharp(bytes).timeout({ seconds: SECONDS_A_PICTURE }).jpeg({ quality: 82 }).toBuffer();
}

/** A whole picture in the widths that screens need, narrowest first; never enlarged. */
export async function drawWidths(bytes: Buffer): Promise<NewImage[]> {
  const size = await sizeOfPicture(bytes);
  const full = Math.min(size.width, PICTURE_WIDTHS.at(-1) ?? size.width);
  const height = Math.max(1, Math.round((full * size.height) / size.width));
  return drawEachWidth(await decodePicture(bytes, { width: full, height }));
}

function drawEachWidth(widest: Bitmap): Promise<NewImage[]> {
  const widths = [...PICTURE_WIDTHS.filter((each) => each < widest.width), widest.width];
  return Promise.all(
    widths.map(async (each) =>
      encode(each === widest.width ? widest : await draw(pixelsOf(widest).resize(each)), COVER_EFFORT),
    ),
  );
}

/** The wide picture of a comic, 2:1, in the widths that screens need, narrowest first; never enlarged. */
export async function drawWide(page: Bitmap): Promise<NewImage[]> {
  return drawEachWidth(await crop(page, page.width, WIDE_ASPECT));
}

/** A part of a picture, in fractions of its width and height. */
export type Crop = { x: number; y: number; width: number; height: number };

/** Cuts a part out of a picture; a part beyond its edges is cut off. */
export function cutOut(page: Bitmap, { x, y, width, height }: Crop): Promise<Bitmap> {
  const left = Math.min(page.width - 1, Math.round(x * page.width));
  const top = Math.min(page.height - 1, Math.round(y * page.height));
  const wanted = { width: Math.round(width * page.width), height: Math.round(height * page.height) };
  return draw(
    pixelsOf(page).extract({
      left,
      top,
      width: Math.max(1, Math.min(page.width - left, wanted.width)),
      height: Math.max(1, Math.min(page.height - top, wanted.height)),
    }),
  );
}

/**
 * The picture of a chapter in lists: the most conspicuous part of the page without its margins. sharp's `attention` shows whole
 * faces far more often than `entropy`, which prefers lettering and details of the background.
 */
export async function drawThumb(page: Bitmap): Promise<NewImage> {
  const source = page.width > page.height ? topRows(page, THUMB_WITHOUT_CAPTION * page.height) : upperPart(page);
  const upper = await draw(pixelsOf(source).resize(Math.min(2 * THUMB_WIDTH, page.width)));
  const hasMargins = Math.min(upper.width, upper.height) >= LEAST_TO_TRIM;
  const trimmed = hasMargins ? await draw(pixelsOf(upper).trim({ threshold: MARGIN_THRESHOLD })) : upper;
  // A page with little on it, such as a number, is not trimmed.
  const drawn = 2 * trimmed.width > upper.width ? trimmed : upper;
  const width = Math.max(1, Math.floor(Math.min(THUMB_WIDTH, drawn.width, drawn.height / THUMB_ASPECT)));
  const height = Math.max(1, Math.round(width * THUMB_ASPECT));
  return encode(await draw(pixelsOf(drawn).resize(width, height, { fit: 'cover', position: 'attention' })), QUICK);
}

/** A page so blurred that nothing of it can be read, in its own proportions. */
export async function drawPreview(page: Bitmap): Promise<NewImage> {
  const upper = upperPart(page);
  const few = await draw(pixelsOf(upper).resize(PREVIEW_DETAIL));
  const width = Math.min(PREVIEW_WIDTH, upper.width);
  const height = Math.max(1, Math.round((width * upper.height) / upper.width));
  const bytes = await pixelsOf(few)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .blur(Math.max(1, width / 40))
    .webp({ quality: 60, effort: QUICK })
    .toBuffer();
  return { bytes, width, height, color: averageColor(few) };
}

/** The part of a long strip that small pictures may show. */
function upperPart(page: Bitmap): Bitmap {
  return topRows(page, Math.min(page.height, 2 * page.width));
}

function topRows(page: Bitmap, rows: number): Bitmap {
  const height = Math.max(1, Math.floor(rows));
  return { ...page, height, pixels: page.pixels.subarray(0, height * page.width * 3) };
}

async function cropAt(page: Bitmap, width: number, aspect: number, { x, y }: CropPosition): Promise<Bitmap> {
  const boxWidth = Math.max(1, Math.floor(Math.min(page.width, page.height / aspect)));
  const boxHeight = Math.max(1, Math.min(page.height, Math.floor(boxWidth * aspect)));
  const left = Math.round(((page.width - boxWidth) * x) / 100);
  const top = Math.round(((page.height - boxHeight) * y) / 100);
  const cut = await draw(pixelsOf(page).extract({ left, top, width: boxWidth, height: boxHeight }));
  return crop(cut, width, aspect);
}

/** Crops to the conspicuous part if the picture is too wide or very tall, otherwise to its top. */
async function crop(page: Bitmap, width: number, aspect: number): Promise<Bitmap> {
  const height = Math.max(1, Math.round(width * aspect));
  if (page.width === width && page.height === height) return page;
  const isNarrowed = page.width * height > page.height * width;
  const position = isNarrowed || page.height > TALL * page.width ? 'attention' : 'top';
  return draw(pixelsOf(page).resize(width, height, { fit: 'cover', position }));
}

async function draw(image: Sharp): Promise<Bitmap> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

async function encode(image: Bitmap, effort: number): Promise<NewImage> {
  const { width, height } = image;
  const bytes = await pixelsOf(image).webp({ quality: 80, effort }).toBuffer();
  return { bytes, width, height, color: averageColor(image) };
}

function pixelsOf({ pixels, width, height }: Bitmap): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 3 } }).timeout({ seconds: SECONDS_A_PICTURE });
}
