import { globSync, openAsBlob, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addFiles, examineUpload, importUpload, viewUpload } from '#contract/console/upload';
import { CHUNK_PATH, MOST_CHUNK_BYTES, OFFSET_HEADER } from '#contract/upload-chunks';
import { openOwnerSession } from '../owner-session.ts';

/** The arguments of the process, as JSON. `link`: the token of the link for the first owner. */
export type UploadTask = { url: string; link: string; folders: readonly string[] };

/** A line of about 100 megabits. */
const CHUNKS_A_SECOND = 12;
const POLL_MS = 500;

/** Uploads the archives and pictures in these folders to a new site as its owner, and imports them. */
async function upload({ url, link, folders }: UploadTask): Promise<void> {
  const { headers, call } = await openOwnerSession(url, link);
  const paths = folders.flatMap((folder) =>
    globSync('**/*.{cbz,jpg}', { cwd: folder }).map(
      (name) => [`${basename(folder)}/${name}`, join(folder, name)] as const,
    ),
  );
  const files = paths.map(([name, path]) => ({ name, bytes: statSync(path).size, modifiedAt: 1 }));
  const added = await call(addFiles, { files });
  for (const { id, name } of added.files) {
    const blob = await openAsBlob(paths.find(([known]) => known === name)?.[1] ?? '');
    for (let offset = 0; offset < blob.size; offset += MOST_CHUNK_BYTES) {
      const line = sleep(1000 / CHUNKS_A_SECOND);
      const response = await fetch(url + CHUNK_PATH + id, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/octet-stream', [OFFSET_HEADER]: String(offset) },
        body: await blob.slice(offset, offset + MOST_CHUNK_BYTES).arrayBuffer(),
      });
      if (!response.ok) throw new Error(`a chunk was refused with ${response.status}: ${await response.text()}`);
      await line;
    }
  }
  const reaches = async (state: string) => {
    for (;;) {
      const view = await call(viewUpload, { id: added.upload });
      if (view.state === state) return view;
      if (view.state === 'failed') throw new Error('the upload failed');
      await sleep(POLL_MS);
    }
  };
  await call(examineUpload, { id: added.upload });
  const { planNo } = await reaches('ready');
  await call(importUpload, { id: added.upload, planNo, publish: { when: 'now' } });
  await reaches('done');
}

await upload(JSON.parse(process.argv[2] ?? ''));
