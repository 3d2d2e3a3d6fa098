import { compare, microsText, type Rounds } from '../cost.ts';
import type { LoadRequest } from '../loader.ts';
import { startNginx } from '../nginx.ts';
import type { Stage } from '../stage.ts';
import { missingRow, type Row, ratioRow } from '../table.ts';

const CONNECTIONS = 32;
const GOALS = { nginx: 2, node: 1.2 };

/** A page image of 200 kB, against nginx with sendfile and against bare node:http from memory. */
export async function measureImage(stage: Stage, rounds: Rounds): Promise<Row[]> {
  const { key, bytes } = stage.filled.image;
  const path = `/img/${key}`;
  const headers = { 'x-requested-with': 'XMLHttpRequest' };
  const request: LoadRequest = { url: stage.app.url + path, method: 'GET', headers, body: '' };
  const nginx = await startNginx(path, bytes);
  try {
    const [ours, memory] = await stage.pair(request);
    const targets = [ours, memory];
    if (nginx) targets.push({ request: { ...request, url: nginx.url }, processes: [nginx.pid] });
    const { micros, ratios } = await compare(targets, CONNECTIONS, rounds);
    const [toMemory, toNginx] = ratios;
    if (!toMemory) throw new Error('Nothing was compared');
    const figures = (baseline: string) => ({ ours: microsText(micros[0]), baseline });
    const name = 'image 200 kB';
    return [
      toNginx
        ? ratioRow(name, figures(`${microsText(micros[2])} (nginx, sendfile)`), toNginx, { atMost: GOALS.nginx })
        : missingRow(name, 'nginx is not installed'),
      ratioRow(name, figures(`${microsText(micros[1])} (bare, memory)`), toMemory, { atMost: GOALS.node }),
    ];
  } finally {
    await nginx?.close();
  }
}
