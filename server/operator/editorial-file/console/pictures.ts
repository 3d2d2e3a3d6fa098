import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import * as contract from '#contract/console/editorial';
import { type ImageStorage, MissingImage } from '../../../adapters/image-storage.ts';
import { transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { createPictureProgram } from '../../../importer/uploads/redraw.ts';
import {
  addUpload,
  lockParts,
  neededPictures,
  picturesOf,
  readCurrent,
  readUploads,
  type Upload,
} from '../../../modules/editorial/editing.ts';
import { storePicture, sweepPictures } from '../stored-pictures.ts';

const PROGRAM = fileURLToPath(new URL('draw-program.ts', import.meta.url));

type Drawn = { problem: string } | { picture: Upload['picture']; files: { folder: string; base64: string }[] };

/** Uploads and shows pictures for the editorial data. */
export function pictureCalls(pool: pg.Pool, storage: ImageStorage): Served[] {
  // Drawn in a process of its own, like the pictures of readers: a decoder may crash on a hostile file.
  const run = createPictureProgram(PROGRAM);

  return [
    serve(contract.addPicture, async ({ now }, { use, image }) => {
      const written = await run(Buffer.from(image, 'base64'), [use]);
      if (written === null) return refuse('pictureUnusable');
      const drawn: Drawn = JSON.parse(written.toString());
      if ('problem' in drawn) return refuse('pictureUnusable', null, drawn.problem);
      const files = drawn.files.map(({ folder, base64 }) => ({ folder, bytes: Buffer.from(base64, 'base64') }));
      const upload = { use, picture: drawn.picture } as Upload;
      await transaction(pool, async (tx) => {
        await lockParts(tx);
        await sweepPictures(storage, await neededPictures(tx, now));
        await storePicture(storage, { files });
        await addUpload(tx, upload, now);
      });
      return { source: drawn.picture.source };
    }),

    serve(contract.showPicture, async ({ now }, { source }) => {
      const [{ state }, uploads] = [await readCurrent(pool), await readUploads(pool, now)];
      const { icon, logo } = state.site;
      const key = [
        ...[...picturesOf(state), ...uploads.flatMap((each) => (each.use === 'picture' ? [each.picture] : []))].map(
          ({ key, variants, source }) => [source, variants[0]?.key ?? key],
        ),
        ...[icon, ...uploads.flatMap((each) => (each.use === 'icon' ? [each.picture] : []))].map((each) => [
          each?.source,
          each?.small,
        ]),
        ...[logo, ...uploads.flatMap((each) => (each.use === 'logo' ? [each.picture] : []))].map((each) => [
          each?.source,
          each?.key,
        ]),
      ].find(([name]) => name === source)?.[1];
      if (key === undefined) return refuse('pictureNotFound');
      const bytes = await storage.read(key).catch((error: unknown) => {
        if (error instanceof MissingImage) return refuse('pictureNotFound');
        throw error;
      });
      const isPng = bytes[0] === 0x89;
      return { image: bytes.toString('base64'), type: isPng ? 'image/png' : 'image/webp' };
    }),
  ];
}
