import { allRows, execute } from '../../core/db/db.ts';
import type { SiteIcon, SiteLogo, SitePicture } from './parts.ts';

/** A drawn picture that was uploaded for one use. */
export type Upload =
  | { use: 'picture'; picture: SitePicture }
  | { use: 'icon'; picture: SiteIcon }
  | { use: 'logo'; picture: SiteLogo };

export const listUploads = allRows<Upload, [since: Date]>(
  'editorial.uploads',
  'select use, picture from editorial.upload where added_at >= $1',
);

export const putUpload = execute<[source: string, use: Upload['use'], picture: string, now: Date]>(
  'editorial.put-upload',
  `insert into editorial.upload (source, use, picture, added_at) values ($1, $2, $3, $4)
   on conflict (source) do update set use = excluded.use, picture = excluded.picture, added_at = excluded.added_at`,
);

export const dropUploads = execute<[before: Date]>(
  'editorial.drop-uploads',
  'delete from editorial.upload where added_at < $1',
);
