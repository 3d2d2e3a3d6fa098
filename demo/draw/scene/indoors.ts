import { circle, ellipse, line, moved, n, path, rect, times } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import { PALETTES, type Palette } from '../palettes.ts';
import { hills, sea } from './land.ts';
import { type Frame, sky } from './sky.ts';
import { city } from './town.ts';

/** The view through a window. */
function outlook(f: Frame, x: number, y: number, w: number, h: number, view: (f: Frame) => string): string {
  return moved(f.c.clipped(rect(0, 0, w, h, '#000', 'rx="6"'), view({ ...f, w, h })), x, y);
}

/** The colours inside: those of wood and lamplight, with something of the hour outside. */
function inside(f: Frame): Frame {
  const { warm } = PALETTES;
  const tint = (color: string, by: string) => mix(color, by, 0.42);
  const p: Palette = {
    ...f.p,
    far: tint(warm.far, f.p.far),
    mid: tint(warm.mid, f.p.mid),
    near: tint(warm.near, f.p.near),
    light: tint(warm.light, f.p.light),
  };
  return { ...f, p };
}

function lamp({ c, p }: Frame, x: number, y: number, size: number): string {
  const glow = c.radial([
    [0, p.light, 0.8],
    [1, p.light, 0],
  ]);
  return (
    rect(x - 1.5, 0, 3, y, darker(p.near, 0.2)) +
    circle(x, y + size * 0.3, size * 2.6, glow) +
    path(
      `M${n(x - size * 0.25)} ${n(y)}L${n(x + size * 0.25)} ${n(y)}L${n(x + size)} ${n(y + size * 0.7)}L${n(x - size)} ${n(y + size * 0.7)}z`,
      p.accent,
    ) +
    ellipse(x, y + size * 0.7, size, size * 0.16, lighter(p.light, 0.4))
  );
}

/** A shelf of books and small things. */
function shelf({ c, p }: Frame, x: number, y: number, w: number, rows: number, high: number): string {
  const { random } = c;
  const colors = [
    p.accent,
    p.far,
    p.light,
    mix(p.mid, p.light, 0.4),
    mix(p.accent, p.near, 0.4),
    mix(p.sky[0], p.light, 0.3),
  ];
  return times(rows, (at) => {
    const floor = y + (at + 1) * high;
    let out = rect(x, floor - high, w, high, darker(mix(p.mid, p.near, 0.45), 0.1));
    for (let bx = x + 8; bx < x + w - 14; ) {
      const wide = random.between(7, 17);
      const tall = high * random.between(0.5, 0.8);
      out +=
        random.between(0, 1) > 0.86
          ? circle(bx + wide / 2, floor - 15, 9, random.oneOf(colors))
          : rect(bx, floor - tall, wide, tall, random.oneOf(colors), 'rx="1.5"') +
            rect(bx, floor - tall * 0.8, wide, 3, '#fff', 'opacity=".4"');
      bx += wide + random.between(0, 5);
    }
    return out + rect(x - 4, floor - 5, w + 8, 8, mix(p.light, p.mid, 0.55));
  });
}

function wall({ c, w, h, p }: Frame): string {
  return (
    rect(
      0,
      0,
      w,
      h,
      c.linear([
        [0, mix(p.mid, p.light, 0.18)],
        [1, mix(p.mid, p.far, 0.5)],
      ]),
    ) +
    ellipse(
      w * 0.5,
      h * 0.35,
      w * 0.7,
      h * 0.55,
      c.radial([
        [0, p.light, 0.42],
        [1, p.light, 0],
      ]),
    )
  );
}

export function room(outer: Frame): string {
  const f = inside(outer);
  const { c, w, h, p } = f;
  const [x, y, wide, tall] = [w * 0.3, h * 0.12, w * 0.46, h * 0.46];
  const frame = lighter(mix(p.light, p.mid, 0.3), 0.2);
  const light = path(
    `M${n(x)} ${n(y + tall)}L${n(x + wide)} ${n(y + tall)}L${n(x + wide * 1.25)} ${n(h)}L${n(x - wide * 0.1)} ${n(h)}z`,
    c.linear([
      [0, p.light, 0.45],
      [1, p.light, 0],
    ]),
  );
  const curtain = (cx: number, sign: number) =>
    times(4, (at) =>
      path(
        `M${n(cx + sign * at * w * 0.03)} ${n(y - h * 0.05)}q${n(sign * w * 0.01)} ${n(tall * 0.6)} ${n(sign * w * 0.03)} ${n(tall * 1.2)}l${n(-sign * w * 0.045)} 0z`,
        mix(p.accent, p.light, 0.25 + at * 0.16),
        'opacity=".95"',
      ),
    );
  const desk =
    rect(w * 0.16, h * 0.72, w * 0.74, h * 0.035, mix(p.light, p.near, 0.45), 'rx="5"') +
    rect(w * 0.2, h * 0.755, w * 0.035, h * 0.26, mix(p.near, p.mid, 0.3)) +
    rect(w * 0.82, h * 0.755, w * 0.035, h * 0.26, mix(p.near, p.mid, 0.3));
  const things =
    rect(w * 0.66, h * 0.64, w * 0.07, h * 0.08, p.accent, 'rx="8"') +
    times(3, (at) =>
      rect(
        w * 0.24,
        h * (0.7 - at * 0.022),
        w * 0.14 - at * 8,
        h * 0.02,
        [p.far, p.accent, p.light][at] ?? p.far,
        'rx="3"',
      ),
    ) +
    times(5, (at) =>
      line(
        `M${n(w * 0.695)} ${n(h * 0.645)}q${n((at - 2) * 8)} -22 ${n((at - 2) * 20)} ${n(-40 + Math.abs(at - 2) * 7)}`,
        mix('#3f9a63', p.near, 0.3),
        6,
      ),
    );
  return (
    wall(f) +
    outlook(outer, x, y, wide, tall, city) +
    line(`M${n(x)} ${n(y)}h${n(wide)}v${n(tall)}h${n(-wide)}z`, frame, 14) +
    rect(x + wide / 2 - 4, y, 8, tall, frame) +
    rect(x, y + tall * 0.45, wide, 7, frame) +
    light +
    curtain(x - w * 0.03, -1) +
    curtain(x + wide + w * 0.03, 1) +
    shelf(f, w * 0.02, h * 0.26, w * 0.17, 3, h * 0.12) +
    rect(0, h * 0.92, w, h * 0.08, mix(p.near, p.mid, 0.4)) +
    desk +
    things +
    lamp(f, w * 0.87, h * 0.16, w * 0.05)
  );
}

/** Behind a counter: shelves to the ceiling, short curtains, warm lamps. */
export function shop(outer: Frame): string {
  const f = inside(outer);
  const { c, w, h, p } = f;
  const curtain = times(6, (at) =>
    path(
      `M${n((at * w) / 6)} 0h${n(w / 6 - 4)}v${n(h * 0.15)}q${n(-w / 12)} 14 ${n(-w / 6 + 4)} 0z`,
      at % 2 ? p.accent : mix(p.accent, p.near, 0.2),
    ),
  );
  const counter =
    rect(
      0,
      h * 0.8,
      w,
      h * 0.2,
      c.linear([
        [0, mix(p.near, p.mid, 0.5)],
        [1, darker(p.near, 0.2)],
      ]),
    ) + rect(0, h * 0.78, w, h * 0.035, mix(p.light, p.mid, 0.45), 'rx="4"');
  const cups = times(4, (at) => {
    const x = w * (0.1 + at * 0.075);
    const steam = line(`M${n(x)} ${n(h * 0.73)}q-8 -14 0 -26t0 -26`, '#fff', 3, 'opacity=".35"');
    return (
      path(
        `M${n(x - 17)} ${n(h * 0.74)}h34l-5 ${n(h * 0.04)}h-24z`,
        [p.light, p.far, p.accent, p.light][at] ?? p.light,
      ) + steam
    );
  });
  return (
    wall(f) +
    shelf(f, w * 0.03, h * 0.2, w * 0.27, 4, h * 0.13) +
    shelf(f, w * 0.7, h * 0.2, w * 0.27, 4, h * 0.13) +
    outlook(outer, w * 0.36, h * 0.24, w * 0.28, h * 0.34, hills) +
    line(`M${n(w * 0.36)} ${n(h * 0.24)}h${n(w * 0.28)}v${n(h * 0.34)}h${n(-w * 0.28)}z`, mix(p.near, p.mid, 0.3), 10) +
    curtain +
    lamp(f, w * 0.33, h * 0.2, w * 0.045) +
    lamp(f, w * 0.67, h * 0.2, w * 0.045) +
    counter +
    cups
  );
}

export function classroom(outer: Frame): string {
  const f = inside(outer);
  const { c, w, h, p } = f;
  const window = (at: number) =>
    outlook(outer, w * (0.06 + at * 0.31), h * 0.12, w * 0.26, h * 0.42, (g) =>
      sky(g, { clouds: 2, sun: [0.8, 0.2, 0.1] }),
    ) +
    line(
      `M${n(w * (0.06 + at * 0.31))} ${n(h * 0.12)}h${n(w * 0.26)}v${n(h * 0.42)}h${n(-w * 0.26)}z`,
      lighter(p.light, 0.3),
      9,
    ) +
    rect(w * (0.185 + at * 0.31), h * 0.12, 7, h * 0.42, lighter(p.light, 0.3));
  const beam = times(3, (at) =>
    path(
      `M${n(w * (0.06 + at * 0.31))} ${n(h * 0.54)}h${n(w * 0.26)}l${n(w * 0.12)} ${n(h * 0.5)}h${n(-w * 0.3)}z`,
      c.linear([
        [0, p.light, 0.5],
        [1, p.light, 0],
      ]),
    ),
  );
  const desk = (x: number, y: number, s: number) =>
    path(`M${n(x)} ${n(y)}h${n(s)}l${n(s * 0.14)} ${n(s * 0.22)}h${n(-s * 1.28)}z`, mix(p.light, '#c98f55', 0.5)) +
    rect(x - s * 0.14, y + s * 0.22, s * 1.28, s * 0.06, '#8a5a3c') +
    rect(x - s * 0.06, y + s * 0.28, s * 0.07, s * 0.6, p.near) +
    rect(x + s * 0.98, y + s * 0.28, s * 0.07, s * 0.6, p.near);
  return (
    rect(
      0,
      0,
      w,
      h,
      c.linear([
        [0, mix(p.light, p.far, 0.25)],
        [1, mix(p.far, p.mid, 0.3)],
      ]),
    ) +
    window(0) +
    window(1) +
    window(2) +
    rect(0, h * 0.6, w, h * 0.025, mix(p.mid, p.light, 0.3)) +
    rect(0, h * 0.86, w, h * 0.14, mix(p.mid, p.near, 0.35)) +
    beam +
    desk(w * 0.1, h * 0.74, w * 0.16) +
    desk(w * 0.42, h * 0.74, w * 0.16) +
    desk(w * 0.74, h * 0.74, w * 0.16)
  );
}

/** A carriage by night or day: a wide window, straps, a bench. */
export function train(outer: Frame): string {
  const f = inside(outer);
  const { c, w, h, p } = f;
  const metal = mix(p.mid, p.light, 0.3);
  const straps = times(
    6,
    (at) =>
      rect(w * (0.08 + at * 0.17), h * 0.06, 6, h * 0.1, darker(metal, 0.4)) +
      circle(
        w * (0.08 + at * 0.17) + 3,
        h * 0.185,
        h * 0.026,
        'none',
        `stroke="${lighter(p.light, 0.3)}" stroke-width="7"`,
      ),
  );
  const seat =
    rect(0, h * 0.76, w, h * 0.1, p.accent, 'rx="14"') +
    rect(0, h * 0.68, w, h * 0.1, mix(p.accent, p.near, 0.25), 'rx="14"') +
    rect(
      0,
      h * 0.86,
      w,
      h * 0.14,
      c.linear([
        [0, darker(p.near, 0.1)],
        [1, mix(p.mid, p.near, 0.5)],
      ]),
    );
  return (
    rect(
      0,
      0,
      w,
      h,
      c.linear([
        [0, lighter(metal, 0.2)],
        [1, darker(metal, 0.25)],
      ]),
    ) +
    outlook(outer, w * 0.06, h * 0.17, w * 0.88, h * 0.45, sea) +
    line(`M${n(w * 0.06)} ${n(h * 0.17)}h${n(w * 0.88)}v${n(h * 0.45)}h${n(-w * 0.88)}z`, darker(metal, 0.35), 10) +
    rect(w * 0.5 - 5, h * 0.17, 10, h * 0.45, darker(metal, 0.35)) +
    rect(0, h * 0.055, w, 8, lighter(metal, 0.4)) +
    straps +
    seat
  );
}
