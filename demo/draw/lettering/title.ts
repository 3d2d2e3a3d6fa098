import { line, n, path, rect } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import type { Frame } from '../scene/sky.ts';
import { columnOfText, lineOfText, textWidth } from './lettering.ts';

/** Top margin of a title, as a fraction of the height: cards have badges in the corner. */
const CLEAR = 0.15;

/** How a title is lettered. */
export const LETTERS = ['column', 'heavy', 'band', 'sticker', 'neon'] as const;
export type Letters = (typeof LETTERS)[number];

type Titled = {
  title: string;
  tagline: string;
  lines?: readonly string[] | undefined;
  layout: 'large' | 'pair' | 'corner' | 'low';
};

/** The drawing of a title: shading behind the characters, and letters in front. */
type Lettered = { veil: string; letters: string };

/** The title on a cover, large enough to be read on a card of 120 pixels. */
export function titleOf(f: Frame, titled: Titled & { letters: Letters }): Lettered {
  return { column, heavy, band, sticker, neon }[titled.letters](f, titled);
}

/** Two lines if one would be too small, cut after a particle or in the middle. */
export function linesOf({ title, lines }: { title: string; lines?: readonly string[] | undefined }): readonly string[] {
  if (lines) return lines;
  const letters = [...title];
  if (letters.length <= 4) return [title];
  const middle = Math.ceil(letters.length / 2);
  const after = letters.findIndex((letter, at) => '的与之'.includes(letter) && Math.abs(at + 1 - middle) <= 1);
  const cut = after >= 0 ? after + 1 : Math.floor(letters.length / 2);
  return [letters.slice(0, cut).join(''), letters.slice(cut).join('')];
}

/** Outlines one below the other: a soft shadow, an edge, the letters. */
function layered(letters: string, fill: string, edge: string, wide: number, shadow = '#0a0618'): string {
  const strokes = [
    [wide * 2.1, 0.1],
    [wide * 1.6, 0.16],
  ]
    .map(
      ([width = 0, opacity = 0]) =>
        `<g fill="none" stroke="${shadow}" stroke-width="${n(width)}" stroke-linejoin="round" opacity="${opacity}" transform="translate(0 5)">${letters}</g>`,
    )
    .join('');
  return `${strokes}<g fill="${edge}" stroke="${edge}" stroke-width="${n(wide)}" stroke-linejoin="round">${letters}</g><g fill="${fill}">${letters}</g>`;
}

function scrim({ c, w, h, p }: Frame, from: number, to: number, strength: number): string {
  const dark = darker(p.near, 0.35);
  return rect(
    0,
    Math.min(from, to) * h,
    w,
    Math.abs(to - from) * h,
    c.linear(
      from < to
        ? [
            [0, dark, strength],
            [1, dark, 0],
          ]
        : [
            [0, dark, 0],
            [1, dark, strength],
          ],
    ),
  );
}

function tagline({ w, p }: Frame, text: string, y: number, color = '#ffffff'): string {
  const size = 31;
  const x = (w - textWidth(text, 'sans', size, 5)) / 2;
  return layered(lineOfText(text, 'sans', x, y, size, 5), color, darker(p.near, 0.45), 7);
}

/** Columns from the right, in a face with serifs, and a seal. */
function column(f: Frame, titled: Titled): Lettered {
  const { c, w, h, p } = f;
  const columns = linesOf(titled);
  const size = columns.length > 1 ? 150 : Math.min(176, (h * 0.72) / [...titled.title].length);
  const x = w - size * 0.72;
  const letters = columns
    .map((text, at) =>
      columnOfText(text, 'serif', x - at * size * 1.12, h * 0.045 + at * size * 0.62, size, size * 0.05),
    )
    .join('');
  const isLight = f.p.sky[2] === '#f9f5ea';
  const dark = darker(p.near, 0.4);
  const veil = rect(
    w * 0.4,
    0,
    w * 0.6,
    h,
    c.linear(
      [
        [0, isLight ? '#ffffff' : dark, 0],
        [1, isLight ? '#ffffff' : dark, 0.55],
      ],
      [0, 0, 1, 0],
    ),
  );
  const side = columnOfText(titled.tagline.replaceAll('，', ' '), 'sans', 54, h * 0.19, 30, 9);
  const seal =
    rect(x - 26, h * 0.045 + [...(columns[0] ?? '')].length * size * 1.05 + 16, 52, 52, '#c8372d', 'rx="8"') +
    `<g fill="#fff4e8">${columnOfText('漫', 'serif', x, h * 0.045 + [...(columns[0] ?? '')].length * size * 1.05 + 21, 40)}</g>`;
  return {
    veil,
    letters:
      (isLight
        ? layered(letters, '#1d1f20', '#f9f5ea', 10, '#ffffff')
        : layered(
            letters,
            c.linear([
              [0, '#ffffff'],
              [1, lighter(p.light, 0.35)],
            ]),
            dark,
            12,
          )) +
      seal +
      layered(side, isLight ? '#3a3c3c' : '#ffffff', isLight ? '#f9f5ea' : dark, 6),
  };
}

/** Broad letters that lean forward, with a thick edge. */
function heavy(f: Frame, titled: Titled): Lettered {
  const { c, w, h, p } = f;
  const lines = linesOf(titled);
  const edge = darker(mix(p.near, p.accent, 0.12), 0.35);
  const sizes = lines.map((text) => Math.min(176, (w * 0.86) / [...text].length));
  let y = h * CLEAR;
  const drawn = lines
    .map((text, at) => {
      const size = sizes[at] ?? 150;
      y += size * 1.02;
      const x = at === 0 || lines.length === 1 ? w * 0.06 : w * 0.94 - textWidth(text, 'sans', size);
      return lineOfText(text, 'sans', x, y - size * 0.06, size);
    })
    .join('');
  const fill = c.linear([
    [0, '#ffffff'],
    [0.45, lighter(p.light, 0.3)],
    [1, mix(p.accent, p.light, 0.25)],
  ]);
  return {
    veil: scrim(f, 0, 0.46, 0.42),
    letters:
      `<g transform="rotate(-3 ${n(w / 2)} ${n(h * 0.2)})">${layered(drawn, fill, edge, 20)}</g>` +
      tagline(f, titled.tagline, h * 0.955),
  };
}

/** One or two lines in a plain serif face, between thin rules. */
function band(f: Frame, titled: Titled): Lettered {
  const { c, w, h, p } = f;
  const lines = linesOf(titled);
  const size = Math.min(148, (w * 0.84) / Math.max(...lines.map((text) => [...text].length)));
  const top = h * CLEAR;
  const drawn = lines
    .map((text, at) =>
      lineOfText(text, 'serif', (w - textWidth(text, 'serif', size, 8)) / 2, top + size * (0.92 + at * 1.1), size, 8),
    )
    .join('');
  const foot = top + size * (1.1 * lines.length) + 26;
  const rule =
    line(
      `M${n(w * 0.2)} ${n(foot)}H${n(w * 0.42)}M${n(w * 0.58)} ${n(foot)}H${n(w * 0.8)}`,
      '#ffffff',
      3,
      'opacity=".9"',
    ) + path(`M${n(w / 2 - 14)} ${n(foot)}l14 -14l14 14l-14 14z`, p.accent);
  return {
    veil: scrim(f, 0, 0.45, 0.5),
    letters:
      layered(
        drawn,
        c.linear([
          [0, '#ffffff'],
          [1, lighter(p.light, 0.45)],
        ]),
        darker(p.near, 0.3),
        11,
      ) +
      rule +
      tagline(f, titled.tagline, h * 0.955),
  };
}

/** Letters cut out of paper, each at an angle of its own. */
function sticker(f: Frame, titled: Titled): Lettered {
  const { w, h, p, c } = f;
  const lines = linesOf(titled);
  const colors = ['#ffffff', lighter(p.light, 0.35)];
  const longest = Math.max(...lines.map((text) => [...text].length));
  const size = Math.min(176, (w * 0.9) / longest);
  const letters = lines.flatMap((text, row) => {
    const wide = [...text].length * size;
    return [...text].map((letter, at) => {
      const [x, y] = [(w - wide) / 2 + at * size, h * CLEAR + row * size * 1.1 + size * 0.9 + (at % 2 ? 10 : -6)];
      const turned = c.random.between(-7, 7);
      return {
        turn: `rotate(${n(turned)} ${n(x + size / 2)} ${n(y - size / 2)})`,
        drawn: lineOfText(letter, 'sans', x + size * 0.03, y, size * 0.94),
        color: colors[(at + row) % 2] ?? '#ffffff',
      };
    });
  });
  const edge = mix(p.accent, p.near, 0.22);
  const layer = (attributes: string) =>
    `<g ${attributes} stroke-linejoin="round">${letters.map(({ turn, drawn }) => `<g transform="${turn}">${drawn}</g>`).join('')}</g>`;
  return {
    veil: scrim(f, 0, 0.4, 0.24),
    letters:
      layer(`fill="none" stroke="#0a0618" stroke-width="44" opacity=".18" transform="translate(0 8)"`) +
      layer(`fill="${edge}" stroke="${edge}" stroke-width="32"`) +
      letters.map(({ turn, drawn, color }) => `<g transform="${turn}" fill="${color}">${drawn}</g>`).join('') +
      tagline(f, titled.tagline, h * 0.955),
  };
}

/** Tubes of light. */
function neon(f: Frame, titled: Titled): Lettered {
  const { w, h, p } = f;
  const lines = linesOf(titled);
  const size = Math.min(180, (w * 0.88) / Math.max(...lines.map((text) => [...text].length)));
  const rows = lines.map((text, at) =>
    lineOfText(text, 'sans', (w - textWidth(text, 'sans', size)) / 2, h * CLEAR + size * (0.9 + at * 1.08), size),
  );
  const tubes = rows.map((letters, at) => {
    const color = at % 2 ? p.light : p.accent;
    const glow = [
      [46, 0.1],
      [32, 0.16],
      [20, 0.32],
      [11, 0.85],
    ]
      .map(
        ([width, opacity]) =>
          `<g fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" opacity="${opacity}">${letters}</g>`,
      )
      .join('');
    return `${glow}<g fill="#ffffff">${letters}</g>`;
  });
  return {
    veil: scrim(f, 0, 0.5, 0.7),
    letters: tubes.join('') + tagline(f, titled.tagline, h * 0.955, lighter(p.light, 0.2)),
  };
}
