import type { InputOf } from '#contract/call';
import { addFiles, viewUpload } from '#contract/console/upload';
import { CHUNK_PATH, MOST_CHUNK_BYTES } from '#contract/upload-chunks';
import { createStaging } from '../../server/modules/uploads/uploads.ts';
import { workOnUploads } from '../../server/operator/uploads/work.ts';
import type { WorkContext } from '../../server/operator/uploads/work-context.ts';
import type { TestApp } from '../app/app.ts';
import { newAddress } from './readers.ts';
import { OWN_HEADERS, staffCall } from './staff.ts';

type Person = { cookie: string };
type Files = InputOf<typeof addFiles>['files'];

/** Sends a chunk as the page does. */
export async function sendChunk(
  site: TestApp,
  { cookie }: Person,
  fileId: string,
  offset: number | string,
  chunk: Buffer,
  headers: Record<string, string | undefined> = {},
) {
  const all = {
    ...OWN_HEADERS,
    'content-type': 'application/octet-stream',
    cookie: `manyu-console=${cookie}`,
    ...headers,
  };
  const response = await site.http.inject({
    method: 'PUT',
    url: CHUNK_PATH + fileId,
    headers: Object.fromEntries(
      Object.entries({ 'upload-offset': String(offset), ...all }).filter(([, value]) => value !== undefined),
    ),
    payload: chunk,
    remoteAddress: newAddress(),
  });
  const { code, data } = JSON.parse(response.body);
  return { http: response.statusCode, code: code as number, received: data?.received as number | undefined };
}

export function registerFiles(site: TestApp, { cookie }: Person, files: Files, upload?: string) {
  return staffCall(site, addFiles, { files, ...(upload && { upload }) }, { cookie });
}

/** Uploads whole files, by their names; returns the id of the upload. */
export async function uploadFiles(site: TestApp, person: Person, files: Readonly<Record<string, Buffer>>) {
  const list = Object.entries(files).map(([name, { length }]) => ({ name, bytes: length, modifiedAt: 1 }));
  const { data, message } = await registerFiles(site, person, list);
  if (!data) throw new Error(message);
  for (const { id, name } of data.files) {
    const bytes = files[name] ?? Buffer.alloc(0);
    for (let offset = 0; offset < bytes.length; offset += MOST_CHUNK_BYTES)
      await sendChunk(site, person, id, offset, bytes.subarray(offset, offset + MOST_CHUNK_BYTES));
  }
  return data.upload;
}

export async function uploadView(site: TestApp, { cookie }: Person, id: string) {
  const { data, message } = await staffCall(site, viewUpload, { id }, { cookie });
  if (!data) throw new Error(message);
  return data;
}

type WorkOff = { stop?: AbortController; onArranged?(): void; room?: WorkContext['room'] };

/** Handles the due uploads, as the separate process would, until `stop` aborts. `onArranged`: the files have got their names. */
export async function workOffUploads(
  { pool, imageDir, uploadFolder }: TestApp,
  { stop = new AbortController(), onArranged = () => {}, room }: WorkOff = {},
) {
  const staging = createStaging(uploadFolder);
  const arrange: typeof staging.arrange = async (...args) => {
    const tree = await staging.arrange(...args);
    onArranged();
    return tree;
  };
  const context = { pool, imageDir, room, staging: { ...staging, arrange }, clock: () => new Date() };
  await workOnUploads(context, stop.signal, 0);
}

/** Uploads a single picture for another call; returns the id of the file. */
export async function uploadPicture(site: TestApp, person: Person, name: string, bytes: Buffer): Promise<string> {
  const files = [{ name, bytes: bytes.length, modifiedAt: 1 }];
  const { data } = await staffCall(site, addFiles, { purpose: 'pictures', files }, person);
  const id = data?.files[0]?.id ?? '';
  await sendChunk(site, person, id, 0, bytes);
  return id;
}
