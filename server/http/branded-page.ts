import { escapeText } from '../core/markup.ts';
import { accentsOf, type Brand } from '../modules/editorial/editorial.ts';

const OWN_NAME = '漫屿';

/** The page under the name of this site and in its colour; the client's own stand in it as it is built. */
export function brandPage(page: string, { name, color }: Brand): string {
  const escaped = escapeText(name);
  const named = page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped}</title>`)
    .replace(/<meta[^>]* content="[^"]*"[^>]*>/g, (meta) => meta.replaceAll(OWN_NAME, () => escaped))
    .replace(/<noscript>.*?<\/noscript>/gs, (text) => text.replaceAll(OWN_NAME, () => escaped));
  return color ? named.replace('</head>', () => `<style>${accentSheet(color)}</style></head>`) : named;
}

/** Stronger than the rules of the app's own sheet, which comes later. */
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

/** What a phone that keeps the site on its screen calls it. */
export function brandManifest(manifest: string, { name, color }: Brand): string {
  const own: unknown = JSON.parse(manifest);
  const theme = color && { theme_color: accentsOf(color).light.accent };
  return JSON.stringify({ ...(typeof own === 'object' && own), name, short_name: name, ...theme });
}
