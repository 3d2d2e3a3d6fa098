import { circle, ellipse, line, n, path, rect, times } from './canvas.ts';
import { darker, lighter, mix } from './color.ts';
import type { Frame } from './scene/sky.ts';

export function moon({ c, w, h, p }: Frame): string {
  const [x, y, r] = [w * 0.5, h * 0.42, w * 0.37];
  const seas = times(7, () =>
    ellipse(
      x + c.random.between(-0.6, 0.6) * r,
      y + c.random.between(-0.6, 0.6) * r,
      r * c.random.between(0.08, 0.24),
      r * c.random.between(0.06, 0.17),
      mix(p.sun, p.sky[1], 0.35),
      'opacity=".5"',
    ),
  );
  return (
    circle(
      x,
      y,
      r * 1.7,
      c.radial([
        [0.4, p.sun, 0.5],
        [1, p.sun, 0],
      ]),
    ) +
    circle(
      x,
      y,
      r,
      c.linear([
        [0, lighter(p.sun, 0.4)],
        [1, mix(p.sun, p.sky[2], 0.3)],
      ]),
    ) +
    seas
  );
}

export function whale({ c, w, h, p }: Frame): string {
  const skin = c.linear([
    [0, mix(p.near, p.mid, 0.35)],
    [0.55, p.near],
    [1, mix(p.near, p.sky[2], 0.35)],
  ]);
  const body =
    path(
      'M-300 10C-250 -96 -60 -128 90 -84C190 -54 250 -6 300 -22C350 -40 352 -92 330 -126C386 -96 400 -40 378 -6C402 14 410 60 372 92C372 48 340 22 296 26C220 40 150 96 20 104C-130 110 -270 84 -300 10z',
      skin,
    ) +
    path(
      'M-298 18C-240 92 -100 112 20 104C60 102 96 94 128 84C20 84 -150 76 -298 18z',
      mix('#ffffff', p.sky[2], 0.3),
      'opacity=".9"',
    ) +
    times(7, (at) =>
      line(
        `M${-262 + at * 34} ${34 + at * 6}q60 34 150 ${40 - at * 3}`,
        mix(p.near, p.sky[2], 0.4),
        2.4,
        'opacity=".6"',
      ),
    ) +
    path('M-40 92C-30 150 20 190 76 194C60 150 40 120 30 96z', skin) +
    circle(-214, 8, 9, '#fff') +
    circle(-212, 8, 5, '#10162a') +
    line('M-286 -8C-236 -88 -60 -122 84 -80', lighter(p.sky[2], 0.4), 5, 'opacity=".7"');
  const drops = times(26, () =>
    circle(
      w * c.random.between(0.15, 0.9),
      h * c.random.between(0.4, 0.62),
      c.random.between(2, 6),
      '#fff',
      'opacity=".7"',
    ),
  );
  return `<g transform="translate(${n(w * 0.47)} ${n(h * 0.4)}) rotate(-9) scale(0.95)">${body}</g>${drops}`;
}

export function cranes({ c, w, h, p }: Frame): string {
  return times(9, (at) => {
    const size = 0.4 + c.random.between(0, 0.9);
    const [x, y] = [w * ((at + 0.5) / 9), h * (0.52 - 0.05 * at + c.random.between(-0.06, 0.06))];
    return `<g transform="translate(${n(x)} ${n(y)}) rotate(${c.random.whole(-24, 10)}) scale(${n(size)})">${path('M0 0L-58 -52L-12 -14z', '#ffffff')}${path('M0 0L46 -66L10 -12z', mix('#ffffff', p.accent, 0.35))}${path('M-14 -14L14 -12L0 22z', mix('#ffffff', p.sky[1], 0.4))}${path('M12 -10L64 -6L0 14z', '#fffaf4')}${path('M-12 -12L-52 16L0 16z', mix('#ffffff', p.accent, 0.2))}</g>`;
  });
}

export function rocket({ c, w, h, p }: Frame): string {
  const fire = path(
    'M-34 170Q-60 300 0 470Q60 300 34 170z',
    c.linear([
      [0, '#fffbe0', 1],
      [0.3, p.light, 0.9],
      [1, p.accent, 0],
    ]),
  );
  const ship =
    path(
      'M0 -250C80 -170 90 20 60 170L-60 170C-90 20 -80 -170 0 -250z',
      c.linear(
        [
          [0, '#ffffff'],
          [0.55, '#e6e9f5'],
          [1, '#8d93b8'],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    path('M0 -250C38 -212 62 -150 72 -96L-72 -96C-62 -150 -38 -212 0 -250z', p.accent) +
    path('M-72 40L-136 190L-62 160zM72 40L136 190L62 160z', darker(p.accent, 0.25)) +
    circle(0, -24, 38, p.near) +
    circle(
      0,
      -24,
      28,
      c.linear([
        [0, lighter(p.light, 0.4)],
        [1, p.light],
      ]),
    ) +
    rect(-62, 150, 124, 24, p.near, 'rx="8"');
  return `<g transform="translate(${n(w * 0.36)} ${n(h * 0.36)}) rotate(24) scale(.82)">${fire}${ship}</g>`;
}

export function umbrellas({ c, w, h, p }: Frame): string {
  const one = (x: number, y: number, s: number, color: string) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${c.random.whole(-16, 16)}) scale(${s})">${path(
      'M-150 20Q-130 -110 0 -126Q130 -110 150 20Q120 -6 75 12Q40 -8 0 14Q-40 -8 -75 12Q-120 -6 -150 20z',
      c.linear([
        [0, lighter(color, 0.35)],
        [1, color],
      ]),
    )}${line('M0 -126Q-70 -60 -75 12M0 -126Q70 -60 75 12M0 -126V14', darker(color, 0.3), 3)}${line('M0 14V150q0 24 -22 20', darker(p.near, 0.2), 8)}</g>`;
  return (
    one(w * 0.2, h * 0.32, 0.5, p.light) +
    one(w * 0.82, h * 0.24, 0.38, mix(p.accent, p.light, 0.5)) +
    one(w * 0.64, h * 0.44, 1.05, p.accent)
  );
}

export function balloons({ c, w, h, p }: Frame): string {
  const one = (x: number, y: number, s: number, color: string) =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${s})">${path(
      'M0 -150C100 -150 130 -50 96 16C74 58 40 84 34 110L-34 110C-40 84 -74 58 -96 16C-130 -50 -100 -150 0 -150z',
      c.linear(
        [
          [0, lighter(color, 0.3)],
          [1, darker(color, 0.25)],
        ],
        [0, 0, 1, 1],
      ),
    )}${path('M0 -150C36 -130 44 40 14 110L-14 110C-44 40 -36 -130 0 -150z', '#fff', 'opacity=".45"')}${line('M-32 110L-22 156M32 110L22 156', p.near, 3)}${rect(-26, 154, 52, 36, darker('#a8703f', 0.15), 'rx="7"')}</g>`;
  return (
    one(w * 0.24, h * 0.36, 0.75, p.accent) +
    one(w * 0.66, h * 0.28, 0.5, p.light) +
    one(w * 0.84, h * 0.44, 0.32, mix(p.accent, p.sky[0], 0.5)) +
    one(w * 0.48, h * 0.5, 0.24, p.far)
  );
}
