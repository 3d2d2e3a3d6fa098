import { vi } from 'vitest';

/** A page without a browser: events, a scroll position and storage, as the globals of the same names. */
export function stubPage() {
  const page = Object.assign(new EventTarget(), {
    scrollY: 0,
    scrollTo({ top }: { top: number }) {
      page.scrollY = top;
    },
    history: { state: null as unknown },
  });
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', document);
  return { page, document, local: stubStorage('localStorage'), session: stubStorage('sessionStorage') };
}

/** A storage in memory, as the global `name`. */
function stubStorage(name: 'localStorage' | 'sessionStorage') {
  const held = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  });
  return held;
}
