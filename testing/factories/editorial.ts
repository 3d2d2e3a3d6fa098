import { transaction } from '../../server/core/db/db.ts';
import type { PartName, Parts, SitePicture } from '../../server/modules/editorial/editing.ts';
import { writePart } from '../../server/modules/editorial/editing.ts';
import type { TestApp } from '../app/app.ts';

/** Writes a part of the editorial data and waits until all nodes have received the change. */
export async function editPart<Name extends PartName>(site: TestApp, name: Name, body: Parts[Name]): Promise<void> {
  await transaction(site.pool, (tx) => writePart(tx, name, body, new Date()));
  await site.caughtUp();
}

/** Allows comics rated 18 in prominent places. */
export function listRestricted(site: TestApp): Promise<void> {
  return editPart(site, 'restricted', { listed: true });
}

/** A picture that doesn't exist. */
export const PICTURE: SitePicture = {
  key: `site/${'a'.repeat(32)}/${'b'.repeat(32)}.bin`,
  width: 1200,
  height: 400,
  color: '#336699',
  variants: [{ key: `site/${'a'.repeat(32)}/${'c'.repeat(32)}.bin`, width: 480 }],
  source: `original/${'a'.repeat(32)}/${'d'.repeat(32)}.bin`,
};
