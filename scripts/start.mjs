import { installForRunning } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';
import { refuseBesideUnit } from './system-unit.mjs';

await exitWith(async () => {
  refuseBesideUnit('systemctl start manyu', process.env.npm_lifecycle_event === 'start');
  return runInPlace(await installForRunning(), ['server/main.ts', ...process.argv.slice(2)]);
});
