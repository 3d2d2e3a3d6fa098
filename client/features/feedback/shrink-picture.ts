import { MAX_PICTURE_BYTES } from '#contract/pictures';

/** Enough to read a screenshot of a phone. */
const LONGEST_SIDE = 2000;
/** Tried in turn until the picture is small enough. */
const TRIES = [
  { scale: 1, quality: 0.85 },
  { scale: 1, quality: 0.6 },
  { scale: 0.7, quality: 0.6 },
  { scale: 0.4, quality: 0.6 },
];

/** The size in which a picture is sent. */
export function sentSize({ width, height }: { width: number; height: number }, scale: number) {
  const factor = scale * Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** A picture from the device as a JPEG that fits a call; null if the browser can't read it. */
export async function shrinkPicture(file: Blob): Promise<Uint8Array | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const { scale, quality } of TRIES) {
      const blob = await drawJpeg(picture, sentSize(picture, scale), quality);
      if (blob && blob.size <= MAX_PICTURE_BYTES) return new Uint8Array(await blob.arrayBuffer());
    }
    return null;
  } finally {
    picture.close();
  }
}

function drawJpeg(
  picture: ImageBitmap,
  size: { width: number; height: number },
  quality: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency, which would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
