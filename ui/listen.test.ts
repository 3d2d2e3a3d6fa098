import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('each listener is called for its own event, and none after the stop', () => {
  const target = new EventTarget();
  const calls: string[] = [];
  const stop = listen(target, { online: () => calls.push('online'), offline: () => calls.push('offline') });
  const send = () => {
    for (const type of ['online', 'offline', 'click']) target.dispatchEvent(new Event(type));
  };
  send();
  stop();
  send();
  expect(calls).toEqual(['online', 'offline']);
});
