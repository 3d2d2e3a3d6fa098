import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The app's padding before the bytes of every picture. */
const PADDING_BYTES = 2;

/** The baseline: a static page with these pictures as cacheable files. */
export async function serveStatic(
  origin: string,
  pictures: readonly string[],
): Promise<{ url: string; close(): void }> {
  const bytes = new Map<string, Buffer>();
  for (const path of pictures) {
    const response = await fetch(new URL(path, origin), { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    bytes.set(path, Buffer.from(await response.arrayBuffer()).subarray(PADDING_BYTES));
  }
  const [columns, height] = pictures.length > 1 ? [3, 160] : [1, 480];
  const images = pictures.map((path) => `<img src="${path}" alt="">`).join('\n');
  const page = `<!doctype html><html lang="zh"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>static</title>
<style>body { margin: 16px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 12px }
img { display: block; width: 100%; height: ${height}px; object-fit: cover }</style>
${images}</html>`;
  const server = createServer((request, response) => {
    const picture = bytes.get(request.url ?? '');
    if (!picture) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    response.setHeader('content-type', 'image/webp').setHeader('cache-control', 'public, max-age=31536000');
    response.end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
