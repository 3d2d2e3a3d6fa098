import { statfs } from 'node:fs/promises';

/** Linux's numbers of file systems without events for changes by other machines: NFS, SMB, CIFS, FUSE, 9p, vboxsf. */
const UNTOLD = new Set([0x6969, 0xfe534d42, 0xff534d42, 0x517b, 0x65735546, 0x01021997, 0x786f4256]);

/** Whether any of these folders must be polled. */
export async function anyOnNetwork(paths: readonly string[]): Promise<boolean> {
  const kinds = await Promise.all(
    paths.map((path) =>
      statfs(path).then(
        ({ type }) => type >>> 0,
        () => undefined,
      ),
    ),
  );
  return kinds.some((kind) => kind !== undefined && UNTOLD.has(kind));
}
