import { circle, ellipse, line, n, path, rect, times } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import { ridge } from './land.ts';
import { type Frame, mist, rays, sky } from './sky.ts';

/** The surface of another planet below a sky of stars. */
export function space(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const cloud = (x: number, y: number, r: number, color: string) =>
    ellipse(
      x * w,
      y * h,
      r * w,
      r * w * 0.7,
      c.radial([
        [0, color, 0.55],
        [1, color, 0],
      ]),
      `transform="rotate(-30 ${n(x * w)} ${n(y * h)})"`,
    );
  const [x, y, r] = [w * 0.66, h * 0.3, w * 0.2];
  const body = circle(
    x,
    y,
    r,
    c.linear(
      [
        [0, lighter(p.accent, 0.45)],
        [0.5, p.accent],
        [1, darker(p.sky[2], 0.3)],
      ],
      [0.1, 0, 0.9, 1],
    ),
  );
  const bands = c.clipped(
    circle(x, y, r, '#000'),
    times(5, (at) =>
      ellipse(
        x,
        y - r + at * r * 0.46,
        r * 1.2,
        r * random.between(0.04, 0.12),
        mix(p.light, p.accent, 0.4),
        'opacity=".35"',
      ),
    ) + circle(x + r * 0.5, y + r * 0.4, r * 1.2, p.sky[0], 'opacity=".35"'),
  );
  const ring = `<g transform="rotate(-18 ${n(x)} ${n(y)})">${line(`M${n(x - r * 1.02)} ${n(y + 2)}C${n(x - r * 2.6)} ${n(y + r * 0.7)} ${n(x + r * 2.6)} ${n(y + r * 0.7)} ${n(x + r * 1.02)} ${n(y + 2)}`, lighter(p.light, 0.2), 9, 'opacity=".8"')}</g>`;
  const crater = times(12, () => {
    const cy = random.between(0.88, 1);
    return ellipse(random.between(0, w), cy * h, random.between(12, 42), random.between(3, 9), p.near, `opacity=".55"`);
  });
  return (
    sky(f, { stars: 2.2 }) +
    cloud(0.3, 0.35, 0.6, p.sky[2]) +
    cloud(0.75, 0.55, 0.5, p.accent) +
    cloud(0.2, 0.7, 0.5, p.light) +
    body +
    bands +
    ring +
    circle(
      w * 0.2,
      h * 0.2,
      w * 0.04,
      c.linear([
        [0, '#fff'],
        [1, p.far],
      ]),
    ) +
    ridge(f, 0.86, 0.16, p.far) +
    mist(f, 0.86, 0.35) +
    ridge(f, 0.94, 0.1, p.mid) +
    ridge(f, 1, 0.1, mix(p.mid, p.near, 0.6), 0.3) +
    crater
  );
}

export function underwater(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const back = rect(
    0,
    0,
    w,
    h,
    c.linear([
      [0, p.sky[2]],
      [0.35, p.sky[1]],
      [1, p.sky[0]],
    ]),
  );
  const shine = ellipse(
    w * 0.5,
    0,
    w * 0.7,
    h * 0.4,
    c.radial([
      [0, p.sun, 0.9],
      [1, p.sun, 0],
    ]),
  );
  const fish = (x: number, y: number, s: number, color: string, way: number) =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${way} 1)">${path(`M0 0Q${n(s)} ${n(-s * 0.6)} ${n(s * 2)} 0Q${n(s)} ${n(s * 0.6)} 0 0L${n(-s * 0.7)} ${n(-s * 0.45)}Q${n(-s * 0.4)} 0 ${n(-s * 0.7)} ${n(s * 0.45)}z`, color) + circle(s * 1.5, -s * 0.1, s * 0.09, '#fff')}</g>`;
  const shoal = times(3, () => {
    const [x, y, way] = [random.between(0.2, 0.8) * w, random.between(0.2, 0.6) * h, random.oneOf([-1, 1])];
    return times(9, () =>
      fish(
        x + random.between(-110, 110),
        y + random.between(-55, 55),
        random.between(7, 17),
        random.oneOf([p.accent, p.light, mix(p.accent, p.light, 0.5)]),
        way,
      ),
    );
  });
  const weed = times(16, () => {
    const [x, high] = [random.between(0, w), h * random.between(0.1, 0.34)];
    return line(
      `M${n(x)} ${n(h)}q-30 ${n(-high * 0.33)} 0 ${n(-high * 0.6)}t6 ${n(-high * 0.4)}`,
      mix(p.mid, random.oneOf(['#2f8f5f', p.accent, p.near]), 0.55),
      random.between(7, 15),
    );
  });
  const coral = times(7, () => {
    const x = random.between(0, w);
    return times(5, (at) =>
      line(
        `M${n(x)} ${n(h)}q${n((at - 2) * 9)} -30 ${n((at - 2) * 22)} ${n(-random.between(36, 84))}`,
        mix(p.accent, p.sky[0], random.between(0.1, 0.5)),
        11,
      ),
    );
  });
  return (
    back +
    shine +
    rays(f, 0.5) +
    ridge(f, 0.86, 0.26, mix(p.far, p.sky[1], 0.5)) +
    ridge(f, 0.95, 0.18, p.mid, 0.4) +
    shoal +
    weed +
    coral +
    ridge(f, 1.04, 0.09, p.near, 0.3)
  );
}

export function dunes(f: Frame): string {
  const { w, h, p } = f;
  const ruin = times(
    4,
    (at) =>
      rect(w * (0.58 + at * 0.07), h * (0.56 - (at % 2) * 0.05), w * 0.028, h * 0.25, mix(p.far, p.mid, 0.4)) +
      rect(w * (0.572 + at * 0.07), h * (0.55 - (at % 2) * 0.05), w * 0.044, h * 0.018, mix(p.far, p.mid, 0.4)),
  );
  const dune = (y: number, x: number, color: string) =>
    path(
      `M0 ${n(h * (y + 0.05))}Q${n(w * x * 0.6)} ${n(h * (y + 0.02))} ${n(w * x)} ${n(h * (y - 0.07))}Q${n(w * (x + 0.3))} ${n(h * (y + 0.05))} ${n(w)} ${n(h * y)}V${n(h)}H0z`,
      color,
    ) +
    path(
      `M${n(w * x)} ${n(h * (y - 0.07))}Q${n(w * (x + 0.3))} ${n(h * (y + 0.05))} ${n(w)} ${n(h * y)}V${n(h)}H${n(w * (x + 0.2))}Q${n(w * (x - 0.12))} ${n(h * (y + 0.1))} ${n(w * x)} ${n(h * (y - 0.07))}z`,
      darker(color, 0.28),
    );
  return (
    sky(f, { sun: [0.34, 0.4, 0.13], clouds: 2 }) +
    ridge(f, 0.66, 0.1, mix(p.far, p.sky[2], 0.5)) +
    ruin +
    dune(0.72, 0.66, p.far) +
    mist(f, 0.74, 0.3) +
    dune(0.83, 0.3, mix(p.far, p.mid, 0.5)) +
    dune(0.95, 0.72, p.mid)
  );
}
