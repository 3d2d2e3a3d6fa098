import { readFileSync } from 'node:fs';

/**
 * Loaded with `--import`, shifts the clock by the milliseconds in the file MANYU_CLOCK_SHIFT, which is read again at SIGUSR2.
 * Timers are not affected, as when an operator sets the clock.
 */
const file = process.env.MANYU_CLOCK_SHIFT ?? '';
const Original = Date;
let shiftMs = readShift();

function readShift(): number {
  return file ? Number(readFileSync(file, 'utf8')) : 0;
}

process.on('SIGUSR2', () => {
  shiftMs = readShift();
});

globalThis.Date = new Proxy(Original, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Original.now() + shiftMs] : args, newTarget),
  apply: () => new Original(Original.now() + shiftMs).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => Original.now() + shiftMs : Reflect.get(target, name, receiver),
});
