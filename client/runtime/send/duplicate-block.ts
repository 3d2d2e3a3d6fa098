/** The same address and body may be sent once in this time. */
export const BLOCK_MS = 1000;

/** Thrown for a request that repeats one sent less than a second ago. Logged, never shown. */
export class DuplicateRequest extends Error {
  constructor(url: string) {
    super(`Request to ${url} with these parameters is blocked for 1 second.`);
    this.name = 'DuplicateRequest';
  }
}

export type DuplicateBlock = {
  /** Marks a request as sent, or throws when the same one was sent within the last second. */
  pass(url: string, body: string): void;
  /** Waits until the same request may be sent again, and marks it as sent. */
  waitAndPass(url: string, body: string): Promise<void>;
};

export function createDuplicateBlock(now: () => number): DuplicateBlock {
  const sentAt = new Map<string, number>();
  const keyOf = (url: string, body: string) => `${url}\n${body}`;
  const remaining = (key: string) => {
    const at = sentAt.get(key);
    return at === undefined ? 0 : Math.max(0, at + BLOCK_MS - now());
  };
  const pass = (url: string, body: string) => {
    const key = keyOf(url, body);
    if (remaining(key) > 0) throw new DuplicateRequest(url);
    for (const [other] of sentAt) if (remaining(other) === 0) sentAt.delete(other);
    sentAt.set(key, now());
  };
  return {
    pass,
    async waitAndPass(url, body) {
      for (let ms = remaining(keyOf(url, body)); ms > 0; ms = remaining(keyOf(url, body))) {
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
      pass(url, body);
    },
  };
}
