import type { DataOf } from '#contract/call';
import * as calls from '#contract/console/upload';
import type { StaffCaller } from '../../core/dispatch/ctx.ts';
import { type Served, serve } from '../../core/dispatch/dispatch.ts';
import { UNUSED_DAYS, type UploadSummary } from './upload.ts';
import type { Uploads } from './uploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `namesAt`: the names of the staff by their ids. */
export function uploadCalls(uploads: Uploads, namesAt: (now: Date) => Promise<ReadonlyMap<number, string>>): Served[] {
  type Listed = DataOf<typeof calls.uploads>['list'][number];

  function summaryView({ personId }: StaffCaller, names: ReadonlyMap<number, string>) {
    return (upload: UploadSummary): Listed => {
      const { id, state, createdAt, changedAt, files, bytes, received, about } = upload;
      const personName = names.get(upload.personId) ?? '';
      const expiresAt = new Date(changedAt.getTime() + UNUSED_DAYS * DAY_MS).toISOString();
      const isOwn = upload.personId === personId;
      return {
        id,
        state,
        files,
        bytes,
        received,
        about,
        personName,
        isOwn,
        createdAt: createdAt.toISOString(),
        expiresAt,
      };
    };
  }

  return [
    serve(calls.uploads, async ({ caller, now }) => ({
      list: (await uploads.list(caller)).map(summaryView(caller, await namesAt(now))),
    })),
    serve(calls.addFiles, ({ caller, now }, payload) => uploads.add(caller, payload, now)),
    serve(calls.viewUpload, async ({ caller, now }, { id }) => {
      const upload = await uploads.view(caller, id);
      const { missing, sources, edits, planNo, progress, failure, comics } = upload;
      const summary = summaryView(caller, await namesAt(now))(upload);
      return { ...summary, missing, sources, edits, planNo, progress, failure, comics };
    }),
    serve(calls.examineUpload, async ({ caller, now }, { id }) => nothing(uploads.examine(caller, id, now))),
    serve(calls.editUpload, async ({ caller, now }, payload) => nothing(uploads.edit(caller, payload, now))),
    serve(calls.importUpload, async ({ caller, now }, payload) => nothing(uploads.confirm(caller, payload, now))),
    serve(calls.discardUpload, async ({ caller, now }, { id }) => nothing(uploads.discard(caller, id, now))),
  ];
}

async function nothing(work: Promise<void>): Promise<Record<string, never>> {
  await work;
  return {};
}
