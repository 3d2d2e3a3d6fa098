export type Clocks = {
  fetch: typeof globalThis.fetch;
  /** How far this machine's clock is ahead of the clock of the gateway that answered last; `null` if none has answered. */
  offMs(): number | null;
  forget(): void;
};

/** Computes the difference of this machine's clock from the answers of gateways. */
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
