import type { ServerResponse } from 'node:http';
import type { OpenShares } from './open-shares.ts';

/**
 * Counts an answer of which a part is still in memory because its client does not read, or reads slowly. Pictures of a quarter of
 * a megabyte are most of it.
 */
export function countUnsent(shares: OpenShares, address: string, response: ServerResponse): void {
  // The whole answer was given to the connection, which has passed on what the system took.
  response.once('prefinish', () => {
    const { socket } = response;
    const bytes = socket?.writableLength ?? 0;
    if (bytes > 0)
      response.once(
        'close',
        shares.open(address, bytes, () => socket?.destroy()),
      );
  });
}
