export type Picture = { url: string; width: number; height: number };

/** The least that leads to it. */
export const BARE_LINK = `<!doctype html><html lang="zh"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>bare</title><a href="/">read</a></html>`;

/** The least that shows a chapter: its pictures one below the other, loaded by the browser itself. */
export function barePage(pictures: readonly Picture[]): string {
  const images = pictures.map(
    ({ url, width, height }) =>
      `<img src="/${url.replace(/^\/+/, '')}" width="${width}" height="${height}" loading="lazy" decoding="async" alt="">`,
  );
  return `<!doctype html><html lang="zh"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>bare</title>
<style>body { margin: 0 } img { display: block; width: 100%; height: auto }</style>
${images.join('\n')}</html>`;
}
