import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { config } from '#contract/calls/site';
import { type EditorialBench, openEditorialBench } from '../../testing/factories/editorial-bench.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');
const TEAL = { r: 15, g: 118, b: 110, alpha: 1 };

let folder: string;
let bench: EditorialBench;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manyu-brand-'));
  const built = path.join(folder, 'built');
  await cp(path.join(CLIENT, 'public'), built, { recursive: true });
  await cp(path.join(CLIENT, 'index.html'), path.join(built, 'index.html'));
  bench = await openEditorialBench(folder, [], { siteFolder: built });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await bench.run('apply', await bench.write('plain.yaml', 'site: {name: 墨海}'));
});

const get = (url: string) => bench.site.http.inject(url);
const picture = (width: number, height: number, background = TEAL) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
/** The colours in the middle and in a corner. */
async function coloursOf(png: Buffer) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4)];
  return { size: info.width, middle: at(info.width / 2, info.height / 2), corner: at(0, 0) };
}

async function apply(site: string): Promise<{ code: number; stderr: string }> {
  const done = await bench.run('apply', await bench.write('site.yaml', `site: {name: 墨海, ${site}}`));
  await bench.site.caughtUp();
  return done;
}

test('without an icon and a logo of the operator the page has the built-in ones', async () => {
  const { body } = await get('/home');
  expect(body).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml" />');
  expect(body).not.toContain('/brand/');
  expect(JSON.parse((await get('/manifest.webmanifest')).body).icons[0].src).toBe('/icon.svg');
  // Requested by a cached page with an earlier icon.
  const { statusCode, headers } = await get(`/brand/${'a'.repeat(32)}.png`);
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, '/icon-192.png', 'no-store']);
  expect((await get('/brand/a.png')).statusCode).toBe(404);
});

test('an icon is used in the tab, on the phone and on share cards; a transparent one gets a margin for round corners', async () => {
  // A blue square with nothing around it.
  const inner = await picture(400, 400, { r: 0, g: 0, b: 255, alpha: 1 });
  const icon = await sharp(await picture(1024, 1024, { r: 0, g: 0, b: 0, alpha: 0 }))
    .composite([{ input: inner }])
    .png()
    .toBuffer();
  await bench.write('icon.png', icon);
  expect(await apply('icon: icon.png')).toMatchObject({ code: 0, stderr: '' });
  const { body } = await get('/home');
  const [, tab = ''] = /<link rel="icon" href="([^"]+)" type="image\/png" \/>/.exec(body) ?? [];
  const [, touch = ''] = /<link rel="apple-touch-icon" href="([^"]+)" \/>/.exec(body) ?? [];
  const { icons, shortcuts } = JSON.parse((await get('/manifest.webmanifest')).body);
  const [small, large, maskable] = icons.map(({ src }: { src: string }) => src);
  const drawn = async (url: string) => {
    const { statusCode, headers, rawPayload } = await get(url);
    expect({ statusCode, type: headers['content-type'], life: headers['cache-control'] }).toEqual({
      statusCode: 200,
      type: 'image/png',
      life: 'public, max-age=31536000, immutable',
    });
    return coloursOf(rawPayload);
  };
  const [blue, white, nothing] = [
    [0, 0, 255, 255],
    [255, 255, 255, 255],
    [0, 0, 0, 0],
  ];
  for (const [url, size] of [[tab, 64] as const, [small, 192] as const, [large, 512] as const])
    expect(await drawn(url), url).toEqual({ size, middle: blue, corner: nothing });
  for (const [url, size] of [[touch, 180] as const, [maskable, 512] as const])
    expect(await drawn(url), url).toEqual({ size, middle: blue, corner: white });
  expect(shortcuts[0].icons).toEqual([{ src: small, sizes: '192x192', type: 'image/png' }]);
  expect(body).toContain(`.site-mark svg,html .frame-mark svg{background:url(${small})`);
  expect(body).toMatch(new RegExp(`property="og:image" content="[^"]+${large}"`));
});

/** As if 31 days had passed since all changes of the editorial. */
async function letChangesExpire(): Promise<void> {
  await bench.site.pool.query(
    `alter table audit.entry disable trigger user; update audit.entry set at = at - interval '31 days';
     alter table audit.entry enable trigger user`,
  );
}

test('another icon has other addresses, and an opaque one gets no margin', async () => {
  const touchOf = async () => /apple-touch-icon" href="([^"]+)"/.exec((await get('/home')).body)?.[1] ?? '';
  await bench.write('icon.png', await picture(512, 512));
  await apply('icon: icon.png');
  const first = await touchOf();
  expect((await coloursOf((await get(first)).rawPayload)).corner).toEqual([15, 118, 110, 255]);
  await bench.write('icon.png', await picture(512, 512, { r: 200, g: 0, b: 0, alpha: 1 }));
  await apply('icon: icon.png');
  expect(await touchOf()).not.toBe(first);
  // A cached page of a browser still shows an icon: the current one.
  const { statusCode, headers } = await get(first);
  expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store']);
  expect((await coloursOf((await get(String(headers.location))).rawPayload)).middle).toEqual([200, 0, 0, 255]);
  // The previous icon stays as long as the change can be undone.
  const originals = () => readdir(path.join(bench.site.imageDir, 'original'));
  await bench.run('apply', await bench.write('hot.yaml', 'hot: [海]'));
  expect((await originals()).length).toBeGreaterThan(1);
  await letChangesExpire();
  await bench.run('apply', await bench.write('hot.yaml', 'hot: [山]'));
  expect(await readdir(path.join(bench.site.imageDir, 'original'))).toHaveLength(1);
});

test('a logo is in the bar if there is room, and in the configuration for posters', async () => {
  await bench.write('logo.png', await picture(400, 200));
  await apply('logo: logo.png');
  const { logo } = (await bench.site.call(config, { platform: 'pc' })).data?.site ?? {};
  expect(logo).toMatchObject({ width: 192, height: 96 });
  expect((await get(logo?.url ?? '')).headers['content-type']).toBe('image/png');
  const { body } = await get('/home');
  const wide = /@media\(min-width:640px\)\{html \.site-mark svg\{[^@]+/.exec(body)?.[0];
  expect(wide).toContain(`url(${logo?.url}) center/contain no-repeat;width:48px;height:24px`);
});

test('an unusable icon or logo is refused with a message, and nothing is applied', async () => {
  await bench.write('small.png', await picture(256, 256));
  await bench.write('long.png', await picture(900, 600));
  await bench.write('ribbon.png', await picture(1000, 100));
  await bench.write('tower.png', await picture(100, 200));
  await bench.write(
    'still.gif',
    await sharp(await picture(600, 600))
      .gif()
      .toBuffer(),
  );
  await bench.write('broken.png', (await picture(512, 512)).subarray(0, 200));
  await bench.write('words.png', 'no picture');
  const before = await bench.state();
  for (const [field, said] of [
    ['icon: small.png', '图标至少要 512×512，这张是 256×256'],
    ['icon: long.png', '图标要是正方形，这张是 900×600'],
    ['icon: still.gif', '图标与标志要用 PNG、WebP 或 JPEG'],
    ['icon: broken.png', '图片已损坏'],
    ['icon: words.png', '不是可识别的图片'],
    ['icon: gone.png', '没有这个图片文件'],
    ['icon: [mark.png]', '要写图片文件的名字'],
    ['logo: ribbon.png', '标志太宽，宽不能超过高的 6 倍'],
    ['logo: tower.png', '标志要是横的'],
  ] as const) {
    const { code, stderr } = await apply(field);
    expect({ code, said: stderr.includes(said) ? said : stderr }, field).toEqual({ code: 1, said });
  }
  expect((await bench.state()).parts).toEqual(before.parts);
});

test('icon and logo survive an export and an import; if they are removed, their files are deleted', async () => {
  await bench.write('mark.png', await picture(512, 512));
  await apply('icon: mark.png, logo: mark.png');
  const out = path.join(folder, 'out.yaml');
  expect((await bench.run('export', out)).stderr).toBe('');
  expect(await bench.run('apply', out)).toMatchObject({ code: 0, stdout: expect.stringContaining('没有变化') });
  await apply('icon: null, logo: null');
  // Replaced files are kept as long as the change can be undone, and deleted by the next change after that.
  await letChangesExpire();
  await apply('icp: 京ICP备1号');
  expect(await readdir(path.join(bench.site.imageDir, 'original'))).toEqual([]);
});
