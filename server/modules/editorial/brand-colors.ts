/** The accent of a theme, what stands on it, a tint of it and what stands on that, as `#rrggbb`. */
export type Accents = { accent: string; onAccent: string; tint: string; onTint: string };

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** WCAG's contrast of text. */
const READABLE = 4.5;
const STEPS = 40;

/**
 * What an operator's colour becomes in both themes: darker or lighter until it can be read on all their grounds, whatever
 * colour it is.
 */
export function accentsOf(color: string): { light: Accents; dark: Accents } {
  const own = parse(color);
  return {
    light: accents(own, { ground: [255, 255, 255], hardest: [242, 245, 244], towards: BLACK }),
    dark: accents(own, { ground: [22, 26, 26], hardest: [47, 55, 54], towards: WHITE }),
  };
}

type Theme = { ground: Rgb; hardest: Rgb; towards: Rgb };

function accents(own: Rgb, { ground, hardest, towards }: Theme): Accents {
  const accent = readable(own, hardest, towards);
  const tint = mix(ground, accent, 0.13);
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

/** As WCAG 2 defines it. */
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
