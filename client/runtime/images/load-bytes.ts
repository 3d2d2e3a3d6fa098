import type { FetchImage } from './fetch-image.ts';
import { ImageFailure, loadImage } from './image-loader.ts';

/** The padding before every stored image. */
const PADDING_BYTES = 2;

/** The bytes of an image as they are sent, padding included. Loaded after all visible images. */
export async function loadBytes(url: string): Promise<ArrayBuffer> {
  let bytes = new ArrayBuffer(0);
  const keep: FetchImage = (address, done, fail) => {
    const controller = new AbortController();
    const take = async () => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest' };
      try {
        const response = await fetch(address, { headers, signal: controller.signal });
        if (!response.ok) return fail(response.status);
        bytes = await response.arrayBuffer();
      } catch {
        return fail(0);
      }
      done('');
    };
    void take();
    return () => controller.abort();
  };
  await loadImage(url, () => Number.MAX_VALUE, keep).source;
  if (bytes.byteLength <= PADDING_BYTES) throw new ImageFailure(url, 404);
  return bytes;
}
