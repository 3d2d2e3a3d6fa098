import { circle, ellipse, line, n, path, rect, times } from '../canvas.ts';
import { darker, isDark, lighter, mix } from '../color.ts';
import { type Frame, mist, rays, sky } from './sky.ts';

/** A layer of mountains whose foot fades into mist; heights are fractions of the frame. */
export function ridge({ c, w, h, p }: Frame, base: number, high: number, color: string, rough = 1): string {
  const { random } = c;
  const steps = 14;
  const heights = Array.from({ length: steps + 1 }, () => random.between(0.15, 1) * high);
  for (let at = 1; at < steps; at++)
    heights[at] = ((heights[at] ?? 0) * rough + (heights[at - 1] ?? 0)) / (1 + rough) + random.between(-0.02, 0.02);
  const points = heights.map((each, at) => [(at / steps) * w, (base - each) * h] as const);
  let d = `M0 ${n(h)}L0 ${n(points[0]?.[1] ?? 0)}`;
  for (let at = 1; at < points.length; at++) {
    const [x0, y0] = points[at - 1] ?? [0, 0];
    const [x, y] = points[at] ?? [0, 0];
    d +=
      rough > 0.7
        ? `L${n((x0 + x) / 2)} ${n((y0 + y) / 2 + random.between(-1, 1) * h * 0.014)}L${n(x)} ${n(y)}`
        : `C${n((x0 + x) / 2)} ${n(y0)} ${n((x0 + x) / 2)} ${n(y)} ${n(x)} ${n(y)}`;
  }
  const fill = c.linear([
    [0, color],
    [1, mix(color, p.sky[2], 0.55)],
  ]);
  return path(`${d}L${n(w)} ${n(h)}z`, fill);
}

export function pine(x: number, y: number, size: number, color: string): string {
  return (
    times(4, (at) => {
      const [top, wide] = [y - size + at * size * 0.2, size * (0.13 + at * 0.07)];
      return path(
        `M${n(x)} ${n(top)}L${n(x + wide)} ${n(top + size * 0.36)}Q${n(x)} ${n(top + size * 0.28)} ${n(x - wide)} ${n(top + size * 0.36)}z`,
        color,
      );
    }) + rect(x - size * 0.025, y - size * 0.1, size * 0.05, size * 0.12, color)
  );
}

export function mountains(f: Frame): string {
  const { c, w, h, p } = f;
  const trees = times(16, () =>
    pine(c.random.between(0, w), h * c.random.between(0.94, 1.08), h * c.random.between(0.12, 0.26), p.near),
  );
  return (
    sky(f, { sun: [0.68, 0.27, 0.1], clouds: 2, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    ridge(f, 0.68, 0.34, mix(p.far, p.sky[1], 0.45)) +
    mist(f, 0.66) +
    ridge(f, 0.78, 0.28, p.far) +
    mist(f, 0.78, 0.5) +
    ridge(f, 0.9, 0.2, p.mid) +
    mist(f, 0.92, 0.35) +
    ridge(f, 1, 0.1, p.near, 0.4) +
    trees
  );
}

export function hills(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const grass = times(Math.round(w / 7), () => {
    const x = random.between(0, w);
    const y = h * random.between(0.86, 1.02);
    return line(
      `M${n(x)} ${n(y)}q${n(random.between(-3, 3))} -8 ${n(random.between(2, 9))} ${n(-random.between(12, 30))}`,
      mix(p.near, p.light, random.between(0, 0.5)),
      2,
    );
  });
  const flowers = times(Math.round(w / 16), () =>
    circle(
      random.between(0, w),
      h * random.between(0.84, 1),
      random.between(2, 5),
      random.oneOf([p.accent, p.light, '#ffffff']),
    ),
  );
  return (
    sky(f, { sun: [0.25, 0.22, 0.07], clouds: 4 }) +
    ridge(f, 0.74, 0.16, mix(p.far, p.sky[2], 0.3), 0.5) +
    ridge(f, 0.84, 0.16, p.far, 0.3) +
    tree(f, w * 0.8, h * 0.76, h * 0.26) +
    ridge(f, 0.93, 0.12, p.mid, 0.3) +
    ridge(f, 1, 0.1, mix(p.mid, p.near, 0.5), 0.3) +
    grass +
    flowers
  );
}

export function tree({ c, p }: Frame, x: number, y: number, size: number, crown = p.mid): string {
  const { random } = c;
  const trunk = path(
    `M${n(x - size * 0.06)} ${n(y)}Q${n(x - size * 0.02)} ${n(y - size * 0.4)} ${n(x)} ${n(y - size * 0.6)}L${n(x + size * 0.05)} ${n(y - size * 0.6)}Q${n(x + size * 0.03)} ${n(y - size * 0.3)} ${n(x + size * 0.08)} ${n(y)}z`,
    darker(p.near, 0.1),
  );
  const leaves = (from: number, to: number, color: string, count: number) =>
    times(count, () => {
      const angle = random.between(0, Math.PI * 2);
      const off = random.between(0, 0.3) * size;
      return circle(
        x + Math.cos(angle) * off * 1.25,
        y - size * 0.68 + Math.sin(angle) * off * 0.7 + from * size,
        size * random.between(0.1, 0.19) * to,
        color,
      );
    });
  return (
    trunk +
    leaves(0.04, 1.15, darker(crown, 0.3), 12) +
    leaves(0, 1, crown, 12) +
    leaves(-0.07, 0.75, lighter(crown, 0.22), 8)
  );
}

export function sea(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const horizon = h * 0.56;
  const water = rect(
    0,
    horizon,
    w,
    h - horizon,
    c.linear([
      [0, mix(p.sky[2], p.mid, 0.25)],
      [0.35, p.mid],
      [1, p.near],
    ]),
  );
  const glints = times(46, (at) => {
    const y = horizon + (at / 46) ** 1.6 * (h - horizon);
    const spread = w * (0.05 + 0.16 * (at / 46));
    return ellipse(
      w * 0.62 + random.between(-spread, spread),
      y,
      random.between(5, 30) * (0.5 + at / 40),
      1.2 + at / 24,
      p.sun,
      `opacity="${n(random.between(0.35, 0.9))}"`,
    );
  });
  const waves = times(9, (at) => {
    const y = horizon + (0.2 + at * 0.1) * (h - horizon);
    const x = random.between(-40, w);
    const long = random.between(60, 190);
    return line(
      `M${n(x)} ${n(y)}q${n(long / 4)} -7 ${n(long / 2)} 0t${n(long / 2)} 0`,
      lighter(p.mid, 0.5),
      2,
      'opacity=".55"',
    );
  });
  return (
    sky(f, { sun: [0.62, 0.38, 0.09], clouds: 4, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    ridge(f, 0.57, 0.06, mix(p.far, p.sky[2], 0.35), 0.5) +
    water +
    glints +
    waves
  );
}

export function forest(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const layer = (count: number, color: string, wide: number) =>
    times(count, (at) => {
      const x = ((at + random.between(0.15, 0.85)) / count) * w;
      const half = wide * random.between(0.7, 1.3);
      const lean = random.between(-0.04, 0.04) * w;
      const branch = times(3, () => {
        const y = h * random.between(0.08, 0.5);
        const side = random.oneOf([-1, 1]);
        return line(
          `M${n(x + lean * (1 - y / h))} ${n(y)}q${n(side * half * 2)} ${n(-half)} ${n(side * half * random.between(3, 6))} ${n(-half * random.between(2, 4))}`,
          color,
          half * 0.35,
        );
      });
      return (
        path(
          `M${n(x - half * 1.7)} ${n(h)}Q${n(x - half * 0.7)} ${n(h * 0.8)} ${n(x + lean - half * 0.6)} -5L${n(x + lean + half * 0.6)} -5Q${n(x + half * 0.7)} ${n(h * 0.8)} ${n(x + half * 1.7)} ${n(h)}z`,
          color,
        ) + branch
      );
    });
  const canopy = (color: string, low: number, size: number) =>
    times(22, () =>
      circle(random.between(0, w), random.between(-0.06, low) * h, random.between(0.5, 1) * size * w, color),
    );
  const ferns = times(26, () => {
    const x = random.between(0, w);
    return line(
      `M${n(x)} ${n(h)}q${n(random.between(-20, 20))} ${n(-h * 0.06)} ${n(random.between(-42, 42))} ${n(-h * random.between(0.04, 0.11))}`,
      darker(p.near, random.between(0, 0.3)),
      random.between(3, 7),
    );
  });
  const ground =
    rect(
      0,
      0,
      w,
      h,
      c.linear([
        [0, p.sky[1]],
        [0.5, p.sky[2]],
        [1, p.far],
      ]),
    ) +
    ellipse(
      w * 0.55,
      h * 0.42,
      w * 0.5,
      h * 0.42,
      c.radial([
        [0, p.sun, 0.95],
        [1, p.sun, 0],
      ]),
    );
  return (
    ground +
    layer(9, mix(p.far, p.sky[2], 0.5), w * 0.014) +
    canopy(mix(p.far, p.sky[2], 0.3), 0.12, 0.09) +
    mist(f, 0.85) +
    layer(6, mix(p.far, p.mid, 0.6), w * 0.026) +
    rays(f, 0.5) +
    canopy(mix(p.mid, p.far, 0.4), 0.08, 0.1) +
    ridge(f, 0.98, 0.07, mix(p.mid, p.near, 0.3), 0.4) +
    layer(3, p.near, w * 0.045) +
    canopy(p.near, 0.03, 0.1) +
    ridge(f, 1.03, 0.06, p.near, 0.4) +
    ferns
  );
}
