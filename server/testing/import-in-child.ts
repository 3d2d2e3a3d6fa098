// Run by tests as a process of its own, to be killed: node import-in-child.ts <connection as JSON> <store> <arguments…>
import pg from 'pg';
import { runImport } from '../commands/import.ts';
import { stopSignal } from '../core/stop-signal.ts';

const [connection = '{}', storeDir = '', ...argv] = process.argv.slice(2);
const pool = new pg.Pool(JSON.parse(connection));
const { stdout, stderr } = process;
const context = { pool, storeDir, stdout, stderr, isTTY: false, clock: () => new Date(), stop: stopSignal() };
process.exitCode = await runImport(argv, context);
await pool.end();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
// The most memory that was ever held, and the processor's time.
process.send?.({ peakBytes: maxRSS * 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 });
process.disconnect?.();
