/** Counts the bytes that each address holds open. If an address has more than its share, its oldest entries are closed. */
export type OpenShares = {
  /** Counts an entry until the returned function or `close` is called. */
  open(address: string, bytes: number, close: () => void): () => void;
};

type Open = { bytes: number; close: () => void };
type Share = { bytes: number; opened: Set<Open> };

/** The newest entry is never closed, even if it is too large. */
export function createOpenShares(mostBytes: number): OpenShares {
  const shares = new Map<string, Share>();

  function end(address: string, share: Share, one: Open): void {
    if (!share.opened.delete(one)) return;
    share.bytes -= one.bytes;
    if (share.opened.size === 0) shares.delete(address);
  }

  return {
    open(address, bytes, close) {
      const share = shares.get(address) ?? { bytes: 0, opened: new Set() };
      shares.set(address, share);
      const one = { bytes, close };
      share.opened.add(one);
      share.bytes += bytes;
      for (const oldest of share.opened) {
        if (share.bytes <= mostBytes || oldest === one) break;
        end(address, share, oldest);
        oldest.close();
      }
      return () => end(address, share, one);
    },
  };
}
