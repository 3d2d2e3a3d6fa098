import { MAX_PICTURE_BYTES } from '#contract/pictures';

/** The widest a picture of the site is shown. */
const WIDEST = 1440;
const QUALITIES = [0.92, 0.8, 0.6, 0.4];

/** A picture as base64; one that is too large for a call is made smaller first. */
export async function base64Of(file: File): Promise<string> {
  const blob = file.size <= MAX_PICTURE_BYTES ? file : await smaller(file);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

async function smaller(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null);
  // The server explains the mistake.
  if (!picture) return file;
  const scale = Math.min(1, WIDEST / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= MAX_PICTURE_BYTES) return blob;
  }
  return file;
}
