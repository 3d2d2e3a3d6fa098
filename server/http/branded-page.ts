import { escapeText } from '../core/text/markup.ts';
import { accentsOf, type Brand, brandPicturePath } from '../modules/editorial/editorial.ts';

export const OWN_NAME = '漫屿';
/** The marks in the bar of the listings. */
const MARKS = ['.site-mark svg'];
/** The mark of a screen without a bar while it waits for the app. */
const WAITING = '.frame-mark svg';
const MARK_PIXELS = 24;

/** Replaces the default name, colour and pictures of the built page by those of the site. */
export function brandPage(page: string, brand: Brand): string {
  const escaped = escapeText(brand.name);
  const named = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/<meta[^>]* content="[^"]*"[^>]*>/g, (meta) => meta.replaceAll(OWN_NAME, () => escaped))
    .replace(/<noscript>.*?<\/noscript>/gs, (text) => text.replaceAll(OWN_NAME, () => escaped));
  const sheet = (brand.color ? accentSheet(brand.color) : '') + pictureSheet(brand);
  const dressed = sheet ? named.replace('</head>', () => `<style>${sheet}</style></head>`) : named;
  return brand.icon ? withIcon(dressed, brand.icon) : dressed;
}

function withIcon(page: string, { favicon, touch }: NonNullable<Brand['icon']>): string {
  return page
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${brandPicturePath(favicon)}" type="image/png" />`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${brandPicturePath(touch)}" />`);
}

/** Shows the icon instead of the default mark and, on wide screens, the logo instead of mark and name. Needs no script. */
function pictureSheet({ icon, logo }: Brand): string {
  const drawn = (selectors: readonly string[], key: string, more: string) =>
    `${selectors.map((each) => `html ${each}`).join()}{background:url(${brandPicturePath(key)}) center/contain no-repeat;${more}}` +
    `${selectors.map((each) => `html ${each}>*`).join()}{display:none}`;
  const iconRules = icon ? drawn([...MARKS, WAITING], icon.small, 'border-radius:6px') : '';
  if (!logo) return iconRules;
  const width = Math.round((MARK_PIXELS * logo.width) / logo.height);
  const size = (times: number) => `width:${times * width}px;height:${times * MARK_PIXELS}px;border-radius:0`;
  const inBar = drawn(MARKS, logo.key, size(1));
  const unnamed = 'html .site-mark>span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}';
  return `${iconRules}${drawn([WAITING], logo.key, size(1.5))}@media(min-width:640px){${inBar}${unnamed}}`;
}

/** The selectors are more specific than those of the app's sheet, which follows. */
function accentSheet(color: string): string {
  const { light, dark } = accentsOf(color);
  const rule = (selectors: string, { accent, onAccent, tint, onTint }: typeof light) =>
    `${selectors}{--accent:${accent};--on-accent:${onAccent};--tint:${tint};--on-tint:${onTint}}`;
  return [
    rule('html:root,html:root [data-theme="light"]', light),
    `@media (prefers-color-scheme:dark){${rule('html:root:not([data-theme="light"])', dark)}}`,
    rule('html:root[data-theme="dark"],html:root [data-theme="dark"]', dark),
  ].join('');
}

/** The web app manifest with the name, the colour and the icon of the site. */
export function brandManifest(manifest: string, { name, color, icon }: Brand): string {
  const own: unknown = JSON.parse(manifest);
  const fields: Record<string, unknown> = { ...(typeof own === 'object' && own), name, short_name: name };
  if (color) fields.theme_color = accentsOf(color).light.accent;
  if (icon) {
    const small = iconAt(icon.small, 192);
    fields.icons = [
      { ...small, purpose: 'any' },
      { ...iconAt(icon.large, 512), purpose: 'any' },
      { ...iconAt(icon.maskable, 512), purpose: 'maskable' },
    ];
    const shortcuts: unknown[] = Array.isArray(fields.shortcuts) ? fields.shortcuts : [];
    fields.shortcuts = shortcuts.map((each) => ({ ...(typeof each === 'object' && each), icons: [small] }));
  }
  return JSON.stringify(fields);
}

function iconAt(key: string, size: number) {
  return { src: brandPicturePath(key), sizes: `${size}x${size}`, type: 'image/png' };
}
