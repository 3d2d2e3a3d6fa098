import { circle, ellipse, n, path, rect, times } from './canvas.ts';
import { darker, lighter, mix } from './color.ts';
import { figure } from './figure.ts';
import type { Frame } from './scene/sky.ts';

export function train({ c, w, h, p }: Frame): string {
  const car = (x: number) =>
    rect(
      x,
      h * 0.655,
      w * 0.31,
      h * 0.095,
      c.linear([
        [0, lighter(p.accent, 0.15)],
        [1, darker(p.accent, 0.35)],
      ]),
      'rx="14"',
    ) +
    rect(x, h * 0.715, w * 0.31, 7, lighter(p.light, 0.3)) +
    times(6, (at) =>
      rect(x + w * 0.018 + at * w * 0.047, h * 0.67, w * 0.036, h * 0.033, lighter(p.light, 0.15), 'rx="4"'),
    );
  const glow = ellipse(
    w * 0.45,
    h * 0.78,
    w * 0.6,
    h * 0.05,
    c.radial([
      [0, p.light, 0.6],
      [1, p.light, 0],
    ]),
  );
  return (
    glow +
    car(-w * 0.14) +
    car(w * 0.185) +
    car(w * 0.51) +
    path(
      `M${n(w * 0.8)} ${n(h * 0.69)}L${n(w * 1.3)} ${n(h * 0.63)}L${n(w * 1.3)} ${n(h * 0.75)}z`,
      p.light,
      'opacity=".35"',
    ) +
    rect(0, h * 0.75, w, 9, p.near) +
    times(8, (at) => rect(at * w * 0.14, h * 0.755, 9, h * 0.03, p.near))
  );
}

export function lighthouse({ c, w, h, p }: Frame): string {
  const [x, y] = [w * 0.22, h * 0.43];
  const beam = path(
    `M${n(x)} ${n(y)}L${n(w * 1.2)} ${n(h * 0.24)}L${n(w * 1.2)} ${n(h * 0.5)}z`,
    c.linear(
      [
        [0, p.light, 0.8],
        [1, p.light, 0],
      ],
      [0, 0, 1, 0],
    ),
  );
  const tower =
    path(
      `M${n(x - w * 0.045)} ${n(y + h * 0.04)}h${n(w * 0.09)}l${n(w * 0.03)} ${n(h * 0.34)}h${n(-w * 0.15)}z`,
      c.linear(
        [
          [0, '#fffaf0'],
          [1, mix('#fffaf0', p.near, 0.5)],
        ],
        [0, 0, 1, 0],
      ),
    ) +
    times(3, (at) =>
      path(
        `M${n(x - w * (0.05 + at * 0.0085))} ${n(y + h * (0.09 + at * 0.1))}h${n(w * (0.1 + at * 0.017))}l${n(w * 0.004)} ${n(h * 0.05)}h${n(-w * (0.108 + at * 0.017))}z`,
        p.accent,
      ),
    );
  return (
    beam +
    circle(
      x,
      y,
      w * 0.2,
      c.radial([
        [0, p.light, 0.9],
        [1, p.light, 0],
      ]),
    ) +
    path(
      `M${n(-w * 0.05)} ${n(h * 0.78)}Q${n(w * 0.2)} ${n(h * 0.74)} ${n(w * 0.4)} ${n(h * 0.82)}T${n(w * 0.9)} ${n(h)}H0z`,
      c.linear([
        [0, p.mid],
        [1, p.near],
      ]),
    ) +
    tower +
    rect(x - w * 0.06, y + h * 0.028, w * 0.12, h * 0.014, p.near) +
    rect(x - w * 0.03, y - h * 0.024, w * 0.06, h * 0.052, lighter(p.light, 0.5)) +
    path(
      `M${n(x - w * 0.045)} ${n(y - h * 0.022)}Q${n(x)} ${n(y - h * 0.075)} ${n(x + w * 0.045)} ${n(y - h * 0.022)}z`,
      p.accent,
    )
  );
}

export function wanderer({ c, w, h, p }: Frame): string {
  const rock = path(
    `M${n(w * 0.1)} ${n(h)}Q${n(w * 0.2)} ${n(h * 0.84)} ${n(w * 0.42)} ${n(h * 0.82)}T${n(w * 0.72)} ${n(h * 0.88)}T${n(w)} ${n(h)}z`,
    c.linear([
      [0, p.near],
      [1, darker(p.near, 0.4)],
    ]),
  );
  return rock + figure(w * 0.44, h * 0.785, 1.35, darker(p.near, 0.35), lighter(p.sun, 0.1), p.accent, 'hat');
}

export function couple({ c, w, h, p }: Frame): string {
  const ground = rect(
    0,
    h * 0.86,
    w,
    h * 0.14,
    c.linear([
      [0, p.near],
      [1, darker(p.near, 0.4)],
    ]),
  );
  return (
    ground +
    figure(w * 0.36, h * 0.85, 1.45, darker(p.near, 0.35), lighter(p.sun, 0.1), p.accent, 'long') +
    figure(w * 0.6, h * 0.84, 1.6, darker(p.near, 0.4), lighter(p.sun, 0.1), mix(p.mid, p.sky[0], 0.4), 'short')
  );
}

export function road({ c, w, h, p }: Frame): string {
  return (
    path(
      `M${n(w * 0.49)} ${n(h * 0.66)}L${n(w * 0.53)} ${n(h * 0.66)}L${n(w * 1.05)} ${n(h)}L${n(-w * 0.05)} ${n(h)}z`,
      c.linear([
        [0, mix(p.far, p.near, 0.4)],
        [1, darker(p.near, 0.2)],
      ]),
    ) +
    times(5, (at) =>
      path(
        `M${n(w * (0.508 - at * 0.003))} ${n(h * (0.68 + at * at * 0.016))}h${n(w * (0.006 + at * 0.006))}l${n(w * 0.004)} ${n(h * (0.012 + at * 0.008))}h${n(-w * (0.012 + at * 0.007))}z`,
        p.light,
      ),
    )
  );
}
