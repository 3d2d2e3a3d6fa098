import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test.each([false, true])(
  'each listener is called for its own event, and none after the stop; capture: %j',
  (capture) => {
    const target = new EventTarget();
    const calls: string[] = [];
    const listeners = { online: () => calls.push('online'), offline: () => calls.push('offline') };
    const stop = listen(target, listeners, { capture });
    const send = () => {
      for (const type of ['online', 'offline', 'click']) target.dispatchEvent(new Event(type));
    };
    send();
    stop();
    send();
    expect(calls).toEqual(['online', 'offline']);
  },
);
