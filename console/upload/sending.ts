import { create } from 'zustand';
import { sessionLost } from '#contract/codes';
import { addFiles, examineUpload, viewUpload } from '#contract/console/upload';
import { MOST_CHUNK_BYTES } from '#contract/upload-chunks';
import { queryClient } from '../runtime/queries.ts';
import { messageOf, Refused, request } from '../runtime/request.ts';
import { noteSessionEnded } from '../runtime/session-ended.ts';
import type { PickedFile } from './picked-files.ts';
import { isTemporary, sendChunk } from './send-chunk.ts';

export type SentFile = { id: string; name: string; bytes: number; received: number };
export type Sending = {
  state: 'sending' | 'paused' | 'waiting' | 'refused';
  files: readonly SentFile[];
  /** Why it waits, or was refused. */
  message: string;
};

/** The uploads that this tab sends, by their ids. */
export const useSending = create<Record<string, Sending>>(() => ({}));

const LEAST_CHUNK_BYTES = 64 * 1024;
/** A failure after this time may be due to a slow line. A server that is away fails at once. */
const SLOW_MS = 10_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000];
/** Requests for registering files are small. */
const MOST_NAMES_BYTES = 40_000;

const pickedById = new Map<string, File>();
const running = new Map<string, AbortController>();

function change(upload: string, part: Partial<Sending>): void {
  useSending.setState((all) => {
    const before = all[upload] ?? { state: 'sending', files: [], message: '' };
    return { [upload]: { ...before, ...part } };
  });
}

/** Registers the files and begins to send them. Without `upload` a new one begins; returns its id. */
export async function startSending(picked: readonly PickedFile[], upload?: string): Promise<string> {
  let id = upload;
  const files: SentFile[] = [];
  const byName = new Map(picked.map(({ name, file }) => [name.toLowerCase().normalize(), file]));
  for (const batch of batchesOf(picked)) {
    const answer = await request(addFiles, { ...(id !== undefined && { upload: id }), files: batch });
    id = answer.upload;
    for (const each of answer.files) {
      const file = byName.get(each.name.toLowerCase().normalize());
      if (!file) continue;
      pickedById.set(each.id, file);
      files.push({ ...each, bytes: file.size });
    }
  }
  if (id === undefined) throw new Error('no files');
  const others = (useSending.getState()[id]?.files ?? []).filter((each) => !files.some((file) => file.id === each.id));
  change(id, { files: [...others, ...files] });
  resumeSending(id);
  return id;
}

function batchesOf(picked: readonly PickedFile[]) {
  const batches: { name: string; bytes: number; modifiedAt: number }[][] = [];
  let room = 0;
  for (const { name, file } of picked) {
    const entry = { name, bytes: file.size, modifiedAt: file.lastModified };
    const bytes = 3 * name.length + 80;
    if (bytes > room || batches.at(-1)?.length === 500) {
      batches.push([]);
      room = MOST_NAMES_BYTES;
    }
    batches.at(-1)?.push(entry);
    room -= bytes;
  }
  return batches;
}

export function pauseSending(upload: string): void {
  running.get(upload)?.abort();
  running.delete(upload);
  change(upload, { state: 'paused', message: '' });
}

export function resumeSending(upload: string): void {
  if (running.has(upload)) return;
  const stop = new AbortController();
  running.set(upload, stop);
  change(upload, { state: 'sending', message: '' });
  sendAll(upload, stop.signal)
    .catch((error) => {
      if (!stop.signal.aborted) change(upload, { state: 'refused', message: messageOf(error) });
    })
    .finally(() => {
      if (running.get(upload) === stop) running.delete(upload);
    });
}

/** Forgets an upload that was deleted or is complete. */
export function forgetSending(upload: string): void {
  running.get(upload)?.abort();
  running.delete(upload);
  for (const { id } of useSending.getState()[upload]?.files ?? []) pickedById.delete(id);
  useSending.setState((all) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== upload)), true);
}

/** Sends the files one after another. More files may be added to a folder while it is sent. */
async function sendAll(upload: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const next = useSending.getState()[upload]?.files.find(({ bytes, received }) => received < bytes);
    if (!next) break;
    await sendFile(upload, next, signal);
  }
  await patiently(upload, signal, () => request(examineUpload, { id: upload }));
  forgetSending(upload);
  // Cancels a pending first request: its answer would have the old state, and no new request would be sent.
  await queryClient.cancelQueries({ queryKey: [viewUpload.path] });
  await queryClient.invalidateQueries({ queryKey: [viewUpload.path] });
}

async function sendFile(upload: string, { id, bytes, received }: SentFile, signal: AbortSignal): Promise<void> {
  const file = pickedById.get(id);
  if (!file) throw new Error('the file is not known');
  let chunkBytes = MOST_CHUNK_BYTES;
  for (let offset = received; offset < bytes; ) {
    const from = offset;
    const attempt = () => sendChunk(id, from, file.slice(from, from + chunkBytes), signal);
    // On a slow line a smaller chunk arrives within the time limit of a request.
    const onFailure = (afterMs: number) => {
      if (afterMs >= SLOW_MS) chunkBytes = Math.max(LEAST_CHUNK_BYTES, chunkBytes / 2);
    };
    offset = await patiently(upload, signal, attempt, onFailure);
    const files = useSending.getState()[upload]?.files ?? [];
    change(upload, { files: files.map((each) => (each.id === id ? { ...each, received: offset } : each)) });
  }
}

/** Retries a temporary failure until it succeeds or the person pauses. */
async function patiently<T>(
  upload: string,
  signal: AbortSignal,
  work: () => Promise<T>,
  onFailure = (_afterMs: number) => {},
): Promise<T> {
  for (let tries = 0; ; tries++) {
    const began = performance.now();
    try {
      const result = await work();
      if (tries > 0) change(upload, { state: 'sending', message: '' });
      return result;
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error;
      const isLost = error instanceof Refused && error.code === sessionLost;
      // A step-up has replaced the cookie of the session; the next attempt is sent with the new one.
      if (isLost && tries > 0) noteSessionEnded();
      if (!isLost) onFailure(performance.now() - began);
      change(upload, { state: 'waiting', message: isLost ? '请重新登录，之后自动继续' : '没有连上服务器，会自动继续' });
      await pause(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0, signal);
    }
  }
}

/** Ends early when the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    }
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

window.addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault();
});
