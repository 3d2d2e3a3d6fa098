import { installForRunning } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';
import { refuseBesideUnit } from './system-unit.mjs';

await exitWith(async () => {
  refuseBesideUnit('systemctl start manyu');
  return runInPlace(await installForRunning(), ['server/main.ts', ...process.argv.slice(2)]);
});
