import { circle, line, n, path, rect, times } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import type { Frame } from './sky.ts';

const WOOD = '#d99a5b';

/** A basketball hall: spectators, lamps, the hoop, and the lines of the floor. */
export function court(f: Frame): string {
  const { c, w, h, p } = f;
  const floor = h * 0.66;
  const wall = rect(
    0,
    0,
    w,
    h,
    c.linear([
      [0, darker(p.mid, 0.35)],
      [0.6, mix(p.mid, p.sky[1], 0.35)],
    ]),
  );
  const wood = rect(
    0,
    floor,
    w,
    h - floor,
    c.linear([
      [0, lighter(WOOD, 0.3)],
      [1, darker(WOOD, 0.2)],
    ]),
  );
  const boards = times(11, (at) =>
    line(
      `M${n(w * (0.5 + (at - 5) * 0.09))} ${n(floor)}L${n(w * (0.5 + (at - 5) * 0.3))} ${n(h)}`,
      darker(WOOD, 0.4),
      2,
      'opacity=".35"',
    ),
  );
  const circleOnFloor = `<ellipse cx="${n(w * 0.5)}" cy="${n(h * 0.87)}" rx="${n(w * 0.34)}" ry="${n(h * 0.08)}" fill="none" stroke="#fff" stroke-width="5" opacity=".8"/>`;
  return wall + lamps(f) + stands(f, floor) + wood + boards + circleOnFloor + hoop(f, floor);
}

function lamps({ c, w, h, p }: Frame): string {
  const glow = c.radial([
    [0, '#ffffff', 0.75],
    [1, p.light, 0],
  ]);
  return times(4, (at) => {
    const x = w * (0.14 + at * 0.24);
    return circle(x, h * 0.06, w * 0.16, glow) + rect(x - 34, h * 0.05, 68, 12, '#fffdf2', 'rx="5"');
  });
}

/** Rows of spectators as heads and shoulders. */
function stands({ c, w, h, p }: Frame, floor: number): string {
  const { random } = c;
  const colors = [p.accent, p.far, p.light, mix(p.near, p.accent, 0.4), '#f2c9a4', '#4a6aa8'];
  const size = Math.max(13, h * 0.024);
  return times(5, (row) => {
    const y = h * 0.3 + ((floor - h * 0.3) * row) / 5;
    const heads = times(Math.ceil(w / (size * 2.3)) + 1, (at) => {
      const x = (at + (row % 2) * 0.5) * size * 2.3 + random.between(-3, 3);
      const shirt = darker(random.oneOf(colors), 0.25);
      return (
        path(
          `M${n(x - size)} ${n(y + size * 2.6)}Q${n(x - size)} ${n(y + size * 0.8)} ${n(x)} ${n(y + size * 0.8)}T${n(x + size)} ${n(y + size * 2.6)}z`,
          shirt,
        ) + circle(x, y, size * 0.72, mix('#e8b894', p.near, 0.25))
      );
    });
    return heads + rect(0, y + size * 2.4, w, size * 0.8, darker(p.near, 0.1 + row * 0.05), 'opacity=".55"');
  });
}

function hoop({ w, h, p }: Frame, floor: number): string {
  const [x, y, wide] = [w * 0.84, h * 0.3, Math.min(w * 0.24, h * 0.3)];
  const tall = wide * 0.66;
  const net = times(6, (at) =>
    line(
      `M${n(x - wide * 0.26 + at * wide * 0.104)} ${n(y + tall * 0.86)}L${n(x - wide * 0.14 + at * wide * 0.056)} ${n(y + tall * 1.3)}`,
      '#fff',
      2.4,
      'opacity=".9"',
    ),
  );
  return (
    rect(x - 8, y, 16, floor - y, darker(p.near, 0.2)) +
    rect(x - wide / 2, y, wide, tall, '#f8fbff', `opacity=".94" stroke="${darker(p.near, 0.2)}" stroke-width="5"`) +
    rect(x - wide * 0.18, y + tall * 0.4, wide * 0.36, tall * 0.4, 'none', `stroke="${p.accent}" stroke-width="5"`) +
    line(`M${n(x - wide * 0.28)} ${n(y + tall * 0.86)}H${n(x + wide * 0.28)}`, '#e8602c', 8) +
    net
  );
}
