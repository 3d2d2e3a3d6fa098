/** The accent of a theme, the text on it, a tint of it and the text on the tint, as `#rrggbb`. */
export type Accents = { accent: string; onAccent: string; tint: string; onTint: string };

type Rgb = readonly [number, number, number];

/** The app's page in each theme, and the background with the least contrast: `sunken` and `hollow` of the palette. */
export const BRAND_GROUNDS = {
  light: { page: '#ffffff', hardest: '#f2f5f4' },
  dark: { page: '#161a1a', hardest: '#2f3736' },
};

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** WCAG's contrast of text. */
const READABLE = 4.5;
const STEPS = 40;

/**
 * An operator's colour in both themes: made darker or lighter until it can be read on all backgrounds.
 */
export function accentsOf(color: string): { light: Accents; dark: Accents } {
  const own = parse(color);
  return {
    light: accents(own, { ...BRAND_GROUNDS.light, towards: BLACK }),
    dark: accents(own, { ...BRAND_GROUNDS.dark, towards: WHITE }),
  };
}

type Theme = { page: string; hardest: string; towards: Rgb };

function accents(own: Rgb, { page, hardest, towards }: Theme): Accents {
  const accent = readable(own, parse(hardest), towards);
  const tint = mix(parse(page), accent, 0.13);
  const onAccent = contrast(WHITE, accent) >= READABLE ? WHITE : mix(BLACK, accent, 0.12);
  return {
    accent: write(accent),
    onAccent: write(onAccent),
    tint: write(tint),
    onTint: write(readable(accent, tint, towards)),
  };
}

/** The colour, moved towards another until it can be read on this ground. */
function readable(color: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const moved = mix(color, towards, step / STEPS);
    if (contrast(moved, ground) >= READABLE) return moved;
  }
  return towards;
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return [at(0), at(1), at(2)];
}

/** The contrast ratio of WCAG 2. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

export function parse(color: string): Rgb {
  const at = (from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

function write(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
