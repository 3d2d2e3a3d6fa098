import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import type { DataOf, InputOf } from '#contract/call';
import { uploadOffset } from '#contract/codes';
import { chapterState } from '#contract/console/chapters';
import { comicUndo } from '#contract/console/comics';
import type { StaffCall } from '#contract/console/staff-call';
import { addFiles, editUpload, examineUpload, importUpload, viewUpload } from '#contract/console/upload';
import type { Envelope } from '#contract/envelope';
import { CHUNK_PATH, OFFSET_HEADER } from '#contract/upload-chunks';

const POLL_MS = 100;

/** The app has ended before it answered. */
export class NoAnswer extends Error {}

type Site = { pool: Pool; cookie: string };
type Chapter = { id: number; no: number; pages: number; online: boolean };

/** The calls of a person with this session. */
function callerAt(url: string, cookie: string) {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin', cookie: `manyu-console=${cookie}` };
  async function send<Data>(method: string, path: string, body: BodyInit, more: Record<string, string>) {
    try {
      const response = await fetch(url + path, { method, headers: { ...headers, ...more }, body });
      return (await response.json()) as Envelope<Data>;
    } catch (cause) {
      throw new NoAnswer(`no answer of ${path}`, { cause });
    }
  }
  return {
    async ask<C extends StaffCall>({ path }: C, payload: InputOf<C>): Promise<DataOf<C>> {
      const type = { 'content-type': 'application/json' };
      const { data, message } = await send<DataOf<C>>('POST', `/console/api/${path}`, JSON.stringify(payload), type);
      if (data === null) throw new Error(`${path}: ${message}`);
      return data;
    },
    /** Sends a chunk; returns how much of the file the app has then. */
    async sendChunk(fileId: string, offset: number, chunk: Buffer): Promise<number> {
      const more = { 'content-type': 'application/octet-stream', [OFFSET_HEADER]: String(offset) };
      const sent = await send<{ received: number }>('PUT', CHUNK_PATH + fileId, new Uint8Array(chunk), more);
      if (sent.data === null || ![0, uploadOffset].includes(sent.code)) throw new Error(sent.message);
      return sent.data.received;
    },
  };
}

type Caller = ReturnType<typeof callerAt>;

/**
 * An upload of two archives from the first file to an undo. Records the steps that the app has confirmed. Every step can be
 * repeated after the app was killed, as the page of the console and the person in front of it do.
 */
export function createUploadWalk({ pool, cookie }: Site, series: string, archives: Readonly<Record<string, Buffer>>) {
  let id = '';
  const files: { id: string; bytes: Buffer; received: number }[] = [];
  const confirmed = { edits: false, import: false, offline: false, undo: false };
  let published: Chapter[] = [];
  let at = 0;

  async function chapters(): Promise<Chapter[]> {
    const { rows } = await pool.query<Chapter>(
      `select c.id::int, c.no::float8, c.page_count as pages, c.online
       from catalog.chapter c join catalog.comic b on b.id = c.comic_id where b.title = $1 order by c.no`,
      [series],
    );
    return rows;
  }

  /** A chapter that readers see is never lost. */
  async function notePublished(): Promise<void> {
    const now = await chapters();
    const known = ({ id: chapterId, no, pages }: Chapter) => ({ chapterId, no, pages });
    expect(now.map(known)).toEqual(expect.arrayContaining(published.map(known)));
    published = now;
  }

  /** Waits for the process that works on the upload; returns the state that it has reached. */
  async function settled({ ask }: Caller) {
    const view = await ask(viewUpload, { id });
    await notePublished();
    if (!['examining', 'importing'].includes(view.state)) return view;
    await sleep(POLL_MS);
    return null;
  }

  const steps: Readonly<Record<string, (by: Caller) => Promise<boolean>>> = {
    async create({ ask }) {
      const list = Object.entries(archives).map(([name, bytes]) => ({ name, bytes: bytes.length, modifiedAt: 1 }));
      const added = await ask(addFiles, { files: list });
      id = added.upload;
      for (const file of added.files) {
        const bytes = archives[file.name] ?? Buffer.alloc(0);
        files.push({ id: file.id, bytes, received: file.received });
      }
      return true;
    },
    async send({ sendChunk }) {
      for (const file of files)
        while (file.received < file.bytes.length) {
          const chunk = file.bytes.subarray(file.received, file.received + Math.ceil(file.bytes.length / 2));
          const received = await sendChunk(file.id, file.received, chunk);
          expect(received).toBeGreaterThanOrEqual(file.received);
          file.received = received;
        }
      return true;
    },
    async examine(by) {
      const view = await settled(by);
      if (view?.state === 'receiving' || view?.state === 'failed') await by.ask(examineUpload, { id });
      return view?.state === 'ready';
    },
    async correct(by) {
      const view = await settled(by);
      if (view?.state === 'failed') await by.ask(examineUpload, { id });
      if (view?.state !== 'ready') return false;
      if (view.edits.length > 0) return true;
      const changes = view.sources.map((source, index) => ({
        what: 'source' as const,
        path: source.path,
        series,
        no: index + 1,
      }));
      await by.ask(editUpload, { id, planNo: view.planNo, changes });
      confirmed.edits = true;
      return false;
    },
    async import(by) {
      const view = await settled(by);
      if (view?.state === 'failed') await by.ask(examineUpload, { id });
      if (view?.state === 'ready') {
        await by.ask(importUpload, { id, planNo: view.planNo, publish: { when: 'now' } });
        confirmed.import = true;
      }
      return view?.state === 'done';
    },
    async takeOffline({ ask }) {
      const { comics } = await ask(viewUpload, { id });
      await ask(chapterState, { comicId: comics[0]?.id ?? 0, ids: published.map((each) => each.id), to: 'offline' });
      confirmed.offline = true;
      return true;
    },
    async undo({ ask }) {
      await notePublished();
      if (published.every(({ online }) => online)) return true;
      await ask(comicUndo, { entries: await entriesOf('offline') });
      confirmed.undo = true;
      return false;
    },
  };
  const names = Object.keys(steps);

  /** The entries of the log about the published chapters. */
  async function entriesOf(action: string): Promise<number[]> {
    const { rows } = await pool.query<{ id: number }>(
      `select id::int from audit.entry where action = $1 and subject = 'chapter' and subject_id = any($2) order by id`,
      [action, published.map((each) => each.id)],
    );
    return rows.map((entry) => entry.id);
  }

  return {
    id: () => id,
    isOver: () => at === names.length,
    step: () => names[at] ?? 'nothing',

    /** Makes a call of the current step. */
    async next(url: string): Promise<void> {
      if (await steps[names[at] ?? '']?.(callerAt(url, cookie))) at += 1;
    },

    /** Everything that was confirmed before a kill exists after it. */
    async expectNothingLost(url: string): Promise<void> {
      if (id === '') return;
      const view = await callerAt(url, cookie).ask(viewUpload, { id });
      const sent = files.reduce((sum, { received }) => sum + received, 0);
      expect(view.received).toBeGreaterThanOrEqual(sent);
      if (confirmed.edits) expect(view.edits.map((edit) => edit.series)).toEqual([series, series]);
      if (confirmed.import) expect(['importing', 'done', 'failed']).toContain(view.state);
      await notePublished();
      if (confirmed.offline && at < names.length) expect(await entriesOf('offline')).not.toEqual([]);
      if (confirmed.undo) expect(published.map(({ online }) => online)).toEqual([true, true]);
    },

    async expectComplete(): Promise<void> {
      const all = await chapters();
      expect(all).toEqual([
        expect.objectContaining({ no: 1, pages: 2, online: true }),
        expect.objectContaining({ no: 2, pages: 2, online: true }),
      ]);
      const { rows } = await pool.query<{ action: string; added: number }>(
        `select action, coalesce(sum((after ->> 'added')::int), 0)::int as added from audit.entry
         where after ->> 'upload' = $1 group by action`,
        [id],
      );
      const added = new Map(rows.map((entry) => [entry.action, entry.added]));
      expect([...added.keys()].toSorted()).toEqual(['import', 'upload', 'upload-import']);
      expect(added.get('import')).toBe(2);
    },
  };
}
