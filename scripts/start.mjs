import { installForRunning } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

await exitWith(async () => runInPlace(await installForRunning(), ['server/main.ts', ...process.argv.slice(2)]));
