import { install } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';

await exitWith(async () => runInPlace(await install(), ['server/main.ts', ...process.argv.slice(2)]));
