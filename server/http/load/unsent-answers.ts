import type { ServerResponse } from 'node:http';
import type { OpenShares } from './open-shares.ts';

/** Counts answers that are partly in memory because the client reads slowly. Most of these bytes are pictures. */
export function countUnsent(shares: OpenShares, address: string, response: ServerResponse): void {
  // At this event the whole answer is in the socket. `writableLength`: bytes that the system has not accepted yet.
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
