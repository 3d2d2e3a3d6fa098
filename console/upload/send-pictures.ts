import { pictureUnusable } from '#contract/codes';
import { addFiles } from '#contract/console/upload';
import { MOST_CHUNK_BYTES, MOST_PICTURE_BYTES } from '#contract/upload-chunks';
import { Refused, request } from '../runtime/request.ts';
import { isTemporary, sendChunk } from './send-chunk.ts';

const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

/** Uploads pictures for another call, which uses them by their ids. `onSent` gets the part that is sent, from 0 to 1. */
export async function sendPictures(files: readonly File[], onSent: (part: number) => void): Promise<string[]> {
  for (const file of files) refuseHuge(file);
  // Two files may have the same name.
  const named = files.map((file, index) => ({ name: `${index + 1}/${file.name}`, file }));
  const list = named.map(({ name, file }) => ({ name, bytes: file.size, modifiedAt: file.lastModified }));
  const { files: added } = await request(addFiles, { purpose: 'pictures', files: list });
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  const ids: string[] = [];
  for (const { name, file } of named) {
    const id = added.find((each) => each.name === name)?.id ?? '';
    ids.push(id);
    for (let offset = 0; offset < file.size; offset += MOST_CHUNK_BYTES) {
      const chunk = file.slice(offset, offset + MOST_CHUNK_BYTES);
      await patiently(() => sendChunk(id, offset, chunk, new AbortController().signal));
      sent += chunk.size;
      onSent(sent / total);
    }
  }
  return ids;
}

/** The server would refuse it after minutes of sending. */
export function refuseHuge({ name, size }: File): void {
  if (size > MOST_PICTURE_BYTES)
    throw new Refused(pictureUnusable, `「${name}」超过 ${MOST_PICTURE_BYTES / 1024 ** 2} MB，请先缩小`);
}

async function patiently(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await send();
      return;
    } catch (error) {
      const pause = RETRY_MS[tries];
      if (pause === undefined || !isTemporary(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
