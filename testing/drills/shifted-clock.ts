import { readFileSync } from 'node:fs';

/**
 * Loaded before a program: its clock is off by as many milliseconds as stand in the file MANYU_CLOCK_SHIFT, which is read again
 * at SIGUSR2. The time that a timer takes stays as it is, as where an operator sets the clock.
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
