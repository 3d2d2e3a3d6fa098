import { circle, ellipse, line, n, path, rect, times } from '../canvas.ts';
import { darker, isDark, mix } from '../color.ts';
import { ridge } from './land.ts';
import { type Frame, mist, sky } from './sky.ts';

/** A row of buildings with lit windows. */
function skyline({ c, w, h, p }: Frame, base: number, high: number, color: string, lit: number): string {
  const { random } = c;
  const walls = c.linear([
    [0, color],
    [1, mix(color, p.sky[2], 0.35)],
  ]);
  let [x, out, roofs] = [-w * 0.03, '', ''];
  // All windows are two paths: thousands of elements would take most of a page's time.
  const windows = { bright: '', coloured: '' };
  const step = Math.max(9, w * 0.021);
  while (x < w) {
    const wide = w * random.between(0.06, 0.15);
    const top = (base - high * random.between(0.35, 1)) * h;
    out += rect(x, top, wide, h - top, walls);
    if (random.between(0, 1) > 0.6)
      roofs +=
        rect(x + wide * 0.45, top - h * 0.05, 2.5, h * 0.05, color) +
        circle(x + wide * 0.45, top - h * 0.05, 3, p.accent);
    if (random.between(0, 1) > 0.6) roofs += rect(x + wide * 0.2, top - h * 0.015, wide * 0.35, h * 0.02, color);
    for (let wx = x + step * 0.7; wx < x + wide - step; wx += step)
      for (let wy = top + step; wy < Math.min(h, base * h + h * 0.1); wy += step * 1.5)
        if (random.between(0, 1) < lit)
          windows[random.between(0, 1) > 0.8 ? 'coloured' : 'bright'] +=
            `M${Math.round(wx)} ${Math.round(wy)}h${n(step * 0.5)}v${n(step * 0.75)}h${n(-step * 0.5)}z`;
    x += wide + w * random.between(-0.01, 0.02);
  }
  return out + roofs + path(windows.bright, p.light, 'opacity=".8"') + path(windows.coloured, p.accent, 'opacity=".8"');
}

export function city(f: Frame): string {
  const { p } = f;
  const lit = isDark(p.sky[0]) ? 0.42 : 0.14;
  return (
    sky(f, { sun: [0.7, 0.24, 0.09], clouds: 3, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    skyline(f, 0.8, 0.42, mix(p.far, p.sky[1], 0.5), lit * 0.5) +
    mist(f, 0.72, 0.5) +
    skyline(f, 0.9, 0.38, p.far, lit) +
    mist(f, 0.86, 0.5) +
    skyline(f, 1, 0.36, p.mid, lit) +
    skyline(f, 1.1, 0.26, p.near, lit * 0.8)
  );
}

/** The flat roof of a school or a block of flats, with its railing. */
export function rooftop(f: Frame): string {
  const { c, w, h, p } = f;
  const bars = times(Math.ceil(w / 34), (at) => rect(at * 34, h * 0.64, 5, h * 0.2, darker(p.near, 0.1)));
  const rail = rect(0, h * 0.63, w, 9, p.near) + rect(0, h * 0.73, w, 5, p.near) + bars;
  const floor =
    rect(
      0,
      h * 0.83,
      w,
      h * 0.17,
      c.linear([
        [0, mix(p.mid, p.sky[2], 0.25)],
        [1, p.near],
      ]),
    ) +
    times(4, (at) =>
      line(
        `M${n(w * (0.5 + (at - 1.5) * 0.16))} ${n(h * 0.83)}L${n(w * (0.5 + (at - 1.5) * 0.5))} ${n(h)}`,
        darker(p.mid, 0.2),
        2,
        'opacity=".5"',
      ),
    );
  const tank =
    rect(w * 0.76, h * 0.5, w * 0.17, h * 0.14, p.near, 'rx="10"') +
    rect(w * 0.79, h * 0.63, 8, h * 0.2, p.near) +
    rect(w * 0.89, h * 0.63, 8, h * 0.2, p.near);
  return (
    sky(f, { sun: [0.28, 0.3, 0.08], clouds: 5, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    skyline(f, 0.78, 0.2, mix(p.far, p.sky[2], 0.4), 0.1) +
    skyline(f, 0.86, 0.14, p.far, isDark(p.sky[0]) ? 0.4 : 0.1) +
    tank +
    rail +
    floor
  );
}

/** A street between houses that meet far away, with strings of lanterns. */
export function street(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const [vx, vy] = [w * 0.5, h * 0.58];
  const depth = [1, 0.72, 0.5, 0.33, 0.2, 0.1];
  const side = (sign: -1 | 1) =>
    depth
      .slice(0, -1)
      .map((near, at) => {
        const far = depth[at + 1] ?? 0;
        const x = (part: number) => vx + sign * part * w * 0.62;
        const tall = random.between(0.75, 1.05);
        const y = (part: number, level: number) => vy + part * h * level;
        const tone = mix(mix(p.near, p.mid, 0.3), mix(p.far, p.sky[2], 0.3), at / 4.4);
        const wall = path(
          `M${n(x(near))} ${n(y(near, -tall))}L${n(x(far))} ${n(y(far, -tall))}L${n(x(far))} ${n(y(far, 0.5))}L${n(x(near))} ${n(y(near, 0.5))}z`,
          tone,
        );
        const eaves = path(
          `M${n(x(near * 0.86))} ${n(y(near, -tall * 0.42))}L${n(x(far * 0.9))} ${n(y(far, -tall * 0.42))}L${n(x(far))} ${n(y(far, -tall * 0.55))}L${n(x(near))} ${n(y(near, -tall * 0.55))}z`,
          darker(tone, 0.35),
        );
        const window = (level: number) => {
          const [a, b] = [near - (near - far) * 0.25, near - (near - far) * 0.75];
          return path(
            `M${n(x(a))} ${n(y(a, level))}L${n(x(b))} ${n(y(b, level))}L${n(x(b))} ${n(y(b, level + 0.2))}L${n(x(a))} ${n(y(a, level + 0.2))}z`,
            random.oneOf([p.light, p.light, p.accent, mix(p.light, tone, 0.4)]),
            'opacity=".92"',
          );
        };
        return wall + window(-0.32) + window(0.02) + (tall > 0.85 ? window(-0.72) : '') + eaves;
      })
      .reverse()
      .join('');
  const road = path(
    `M${n(vx - w * 0.05)} ${n(vy + h * 0.05)}L${n(vx + w * 0.05)} ${n(vy + h * 0.05)}L${n(w * 1.15)} ${n(h)}L${n(-w * 0.15)} ${n(h)}z`,
    c.linear([
      [0, mix(p.light, p.far, 0.35)],
      [0.4, p.mid],
      [1, p.near],
    ]),
  );
  const wet = times(16, () => {
    const y = random.between(0.66, 1);
    return ellipse(
      vx + random.between(-1, 1) * w * (y - 0.55),
      h * y,
      random.between(8, 34),
      random.between(1.5, 4),
      random.oneOf([p.light, p.accent]),
      'opacity=".35"',
    );
  });
  const glow = c.radial([
    [0, p.light, 0.75],
    [1, p.light, 0],
  ]);
  const lanterns = times(4, (row) => {
    const scale = [0.2, 0.36, 0.6, 1][row] ?? 1;
    const y = vy - h * 0.3 * scale * 1.35;
    const reach = w * 0.56 * scale;
    const sag = h * 0.07 * scale;
    const string = line(
      `M${n(vx - reach)} ${n(y)}Q${n(vx)} ${n(y + sag * 2)} ${n(vx + reach)} ${n(y)}`,
      darker(p.near, 0.3),
      2 * scale + 0.6,
    );
    return (
      string +
      times(5, (at) => {
        const t = (at + 1) / 6;
        const [x, ly, r] = [vx - reach + 2 * reach * t, y + sag * 4 * t * (1 - t) + 12 * scale, w * 0.034 * scale];
        return (
          circle(x, ly + r, r * 3, glow) +
          ellipse(x, ly + r, r, r * 1.1, row % 2 ? p.accent : mix(p.accent, p.light, 0.4)) +
          ellipse(x, ly + r, r * 0.5, r * 1.1, p.light, 'opacity=".55"')
        );
      })
    );
  });
  return (
    sky(f, { sun: [0.5, 0.3, 0.06], clouds: 1, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    ridge(f, 0.66, 0.16, mix(p.far, p.sky[2], 0.4)) +
    ellipse(vx, vy, w * 0.3, h * 0.2, glow) +
    road +
    wet +
    side(-1) +
    side(1) +
    lanterns
  );
}

/** Curved roofs of an old town below the mountains. */
export function temple(f: Frame): string {
  const { w, h, p } = f;
  const roof = (x: number, y: number, wide: number, color: string) => {
    const tall = wide * 0.26;
    const tiles = times(9, (at) =>
      line(
        `M${n(x + (at - 4) * wide * 0.035)} ${n(y - tall)}Q${n(x + (at - 4) * wide * 0.06)} ${n(y - tall * 0.4)} ${n(x + (at - 4) * wide * 0.105)} ${n(y)}`,
        darker(color, 0.3),
        2,
      ),
    );
    return (
      path(
        `M${n(x - wide * 0.2)} ${n(y - tall)}L${n(x + wide * 0.2)} ${n(y - tall)}C${n(x + wide * 0.26)} ${n(y - tall * 0.3)} ${n(x + wide * 0.42)} ${n(y - tall * 0.05)} ${n(x + wide * 0.58)} ${n(y - tall * 0.28)}Q${n(x + wide * 0.5)} ${n(y + tall * 0.08)} ${n(x + wide * 0.42)} ${n(y + tall * 0.08)}L${n(x - wide * 0.42)} ${n(y + tall * 0.08)}Q${n(x - wide * 0.5)} ${n(y + tall * 0.08)} ${n(x - wide * 0.58)} ${n(y - tall * 0.28)}C${n(x - wide * 0.42)} ${n(y - tall * 0.05)} ${n(x - wide * 0.26)} ${n(y - tall * 0.3)} ${n(x - wide * 0.2)} ${n(y - tall)}z`,
        color,
      ) + tiles
    );
  };
  const house = (x: number, y: number, wide: number, color: string, floors: number) =>
    times(floors, (at) => {
      const [size, top] = [wide * (1 - 0.2 * (floors - 1 - at)), y - (floors - 1 - at) * wide * 0.36];
      const wall = rect(x - size * 0.36, top, size * 0.72, wide * 0.3, mix(color, p.light, 0.12));
      const lit = times(5, (each) =>
        rect(
          x - size * 0.31 + each * size * 0.13,
          top + wide * 0.06,
          size * 0.085,
          wide * 0.15,
          p.light,
          'opacity=".9"',
        ),
      );
      return wall + lit + roof(x, top + 2, size, color);
    });
  return (
    sky(f, { sun: [0.7, 0.24, 0.13], clouds: 2, stars: isDark(p.sky[0]) ? 0.7 : 0 }) +
    ridge(f, 0.66, 0.3, mix(p.far, p.sky[1], 0.4)) +
    mist(f, 0.64) +
    ridge(f, 0.76, 0.2, p.far) +
    mist(f, 0.74) +
    house(w * 0.26, h * 0.72, w * 0.34, mix(p.mid, p.far, 0.5), 2) +
    mist(f, 0.8, 0.55) +
    house(w * 0.74, h * 0.8, w * 0.46, p.mid, 3) +
    mist(f, 0.9, 0.5) +
    house(w * 0.22, h * 0.93, w * 0.62, mix(p.near, p.mid, 0.25), 1) +
    rect(0, h * 0.98, w, h * 0.02, p.near)
  );
}

/** Low houses with white roofs. */
export function village(f: Frame): string {
  const { c, w, h, p } = f;
  const { random } = c;
  const cottage = (x: number, y: number, size: number, tone: string) => {
    const wall = rect(x - size * 0.4, y - size * 0.5, size * 0.8, size * 0.5, tone);
    const cap = path(
      `M${n(x - size * 0.56)} ${n(y - size * 0.42)}L${n(x)} ${n(y - size * 0.95)}L${n(x + size * 0.56)} ${n(y - size * 0.42)}Q${n(x + size * 0.4)} ${n(y - size * 0.5)} ${n(x + size * 0.28)} ${n(y - size * 0.42)}T${n(x)} ${n(y - size * 0.42)}T${n(x - size * 0.28)} ${n(y - size * 0.42)}T${n(x - size * 0.56)} ${n(y - size * 0.42)}z`,
      mix('#ffffff', p.sky[1], 0.12),
    );
    const glow = ellipse(
      x,
      y - size * 0.22,
      size * 0.5,
      size * 0.4,
      c.radial([
        [0, p.light, 0.7],
        [1, p.light, 0],
      ]),
    );
    return (
      rect(x + size * 0.2, y - size * 1.02, size * 0.12, size * 0.3, tone) +
      wall +
      cap +
      glow +
      rect(x - size * 0.26, y - size * 0.32, size * 0.18, size * 0.18, p.light, 'rx="3"') +
      rect(x + size * 0.06, y - size * 0.32, size * 0.18, size * 0.18, p.light, 'rx="3"')
    );
  };
  const row = (y: number, size: number, tone: string, count: number) =>
    times(count, (at) =>
      cottage(((at + random.between(0.25, 0.75)) / count) * w, y * h, size * w * random.between(0.85, 1.15), tone),
    );
  const ground = (y: number, part: number) => ridge(f, y, 0.06, mix('#ffffff', p.sky[1], part), 0.3);
  return (
    sky(f, { sun: [0.74, 0.2, 0.07], clouds: 2, stars: isDark(p.sky[0]) ? 1 : 0 }) +
    ridge(f, 0.7, 0.3, mix(p.far, p.sky[2], 0.35)) +
    mist(f, 0.68) +
    ground(0.76, 0.45) +
    row(0.75, 0.1, mix(p.mid, p.far, 0.4), 6) +
    ground(0.84, 0.3) +
    row(0.83, 0.15, p.mid, 4) +
    ground(0.96, 0.16) +
    row(0.97, 0.26, p.near, 2) +
    ground(1.05, 0.05)
  );
}
