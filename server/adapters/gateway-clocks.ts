export type Clocks = {
  fetch: typeof globalThis.fetch;
  /** How far this machine's clock is ahead of the gateway that answered last; null = none did. */
  offMs(): number | null;
  forget(): void;
};

/** Learns from the answers of gateways how far the clock of this machine is off. */
export function watchClocks({ fetch, clock }: { fetch: typeof globalThis.fetch; clock: () => Date }): Clocks {
  let off: number | null = null;
  return {
    async fetch(input, init) {
      const response = await fetch(input, init);
      const there = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(there)) off = clock().getTime() - there;
      return response;
    },
    offMs: () => off,
    forget() {
      off = null;
    },
  };
}
