import { type Canvas, circle, ellipse, line, n, path, rect, times } from '../canvas.ts';
import { lighter, mix } from '../color.ts';
import type { Palette } from '../palettes.ts';

/** Where a scene is drawn: the whole of a cover, or a panel. */
export type Frame = { c: Canvas; w: number; h: number; p: Palette };

export const WEATHERS = [
  'none',
  'rain',
  'snow',
  'petals',
  'leaves',
  'fireflies',
  'stars',
  'bubbles',
  'sparks',
] as const;
export type Weather = (typeof WEATHERS)[number];

/** The sky: its gradient, and in it sun or moon as parts of the frame, clouds, stars. */
export function sky(
  f: Frame,
  has: { sun?: readonly [x: number, y: number, r: number]; clouds?: number; stars?: number },
) {
  const { c, w, h, p } = f;
  const [top, middle, low] = p.sky;
  const ground = rect(
    0,
    0,
    w,
    h,
    c.linear([
      [0, top],
      [0.55, middle],
      [0.95, low],
    ]),
  );
  const stars = times(Math.round(((has.stars ?? 0) * (w * h)) / 4000), () => {
    const y = c.random.between(0, h * 0.7);
    return circle(c.random.between(0, w), y, c.random.between(0.6, 2.1), '#fff', `opacity="${n(1 - y / h)}"`);
  });
  return (
    ground + stars + (has.sun ? sun(f, has.sun) : '') + times(has.clouds ?? 0, (at) => cloud(f, at, has.clouds ?? 1))
  );
}

function sun({ c, w, h, p }: Frame, [x, y, r]: readonly [number, number, number]): string {
  const [cx, cy, radius] = [x * w, y * h, r * w];
  const glow = c.radial([
    [0, p.sun, 0.85],
    [0.3, p.sun, 0.35],
    [1, p.sun, 0],
  ]);
  const disc = c.linear([
    [0, lighter(p.sun, 0.3)],
    [1, p.sun],
  ]);
  return circle(cx, cy, radius * 3.4, glow) + circle(cx, cy, radius, disc);
}

/** A heap of round tops that fades out below, lit from above. */
function cloud({ c, w, h, p }: Frame, at: number, of: number): string {
  const { random } = c;
  const width = Math.min(w, h * 1.2) * random.between(0.32, 0.62);
  const x = ((at + random.between(0.1, 0.9)) / of) * w * 1.1 - w * 0.05;
  const y = h * random.between(0.2, 0.56);
  const lit = mix(p.sky[2], '#ffffff', 0.6);
  const heap = (scale: number) =>
    times(9, (each) => {
      const part = (each + 0.5) / 9;
      const tall = Math.sin(part * Math.PI) ** 0.8;
      const r = width * (0.05 + 0.1 * tall * random.between(0.75, 1.25)) * scale;
      return circle(x + (part - 0.5) * width, y - r * 0.3 - tall * width * 0.06 * scale, r, '#000');
    });
  const [top, tall] = [y - width * 0.26, width * 0.4];
  const fill = (strength: number) =>
    c.linear([
      [0.1, lit, strength],
      [0.6, lit, strength * 0.55],
      [0.95, mix(lit, p.sky[1], 0.5), 0],
    ]);
  const band = (strength: number) => rect(x - width * 0.7, top, width * 1.4, tall, fill(strength));
  return c.clipped(heap(1.12), band(0.45)) + c.clipped(heap(0.9), band(0.95));
}

/** A band of mist across the frame that separates the layers. */
export function mist({ c, w, h, p }: Frame, y: number, strength = 0.6): string {
  const fill = c.linear([
    [0, p.sky[2], 0],
    [0.5, p.sky[2], strength],
    [1, p.sky[2], 0],
  ]);
  return rect(0, (y - 0.12) * h, w, h * 0.24, fill);
}

/** Slanting shafts of light from a corner. */
export function rays({ c, w, h, p }: Frame, x: number): string {
  const fill = c.linear([
    [0, p.sun, 0.4],
    [1, p.sun, 0],
  ]);
  return times(5, (at) => {
    const [a, b] = [x * w + (at - 2) * w * 0.09, x * w + (at - 2) * w * 0.38 + c.random.between(-30, 30)];
    const wide = w * c.random.between(0.03, 0.08);
    return path(`M${n(a)} 0L${n(a + wide)} 0L${n(b + wide * 3)} ${n(h * 0.95)}L${n(b)} ${n(h * 0.95)}z`, fill);
  });
}

export function weather({ c, w, h, p }: Frame, kind: Weather): string {
  const { random } = c;
  const many = (w * h) / 9000;
  const spot = () => [random.between(0, w), random.between(0, h)] as const;
  switch (kind) {
    case 'none':
      return '';
    case 'rain':
      return times(Math.round(many * 1.6), () => {
        const [x, y] = spot();
        const long = random.between(18, 46);
        return line(
          `M${n(x)} ${n(y)}l${n(-long * 0.22)} ${n(long)}`,
          lighter(p.sky[2], 0.4),
          1.4,
          `opacity="${n(random.between(0.2, 0.6))}"`,
        );
      });
    case 'snow':
      return times(Math.round(many), () =>
        circle(...spot(), random.between(1.2, 5), '#fff', `opacity="${n(random.between(0.5, 1))}"`),
      );
    case 'petals':
    case 'leaves':
      return times(Math.round(many * 0.5), () => {
        const [x, y] = spot();
        const fill =
          kind === 'petals'
            ? mix('#ffd3e2', p.accent, random.between(0, 0.5))
            : mix(p.accent, p.light, random.between(0, 0.7));
        return ellipse(
          x,
          y,
          random.between(4, 10),
          random.between(2.4, 4.5),
          fill,
          `opacity=".9" transform="rotate(${random.whole(0, 180)} ${n(x)} ${n(y)})"`,
        );
      });
    case 'fireflies':
    case 'sparks':
    case 'stars': {
      const glow = c.radial([
        [0, '#fff', 1],
        [0.25, p.light, 0.9],
        [1, p.light, 0],
      ]);
      return times(Math.round(many * 0.28), () => circle(...spot(), random.between(3, 11), glow));
    }
    case 'bubbles':
      return times(Math.round(many * 0.3), () => {
        const [x, y] = spot();
        const r = random.between(3, 11);
        return (
          circle(x, y, r, '#fff', 'fill-opacity=".12" stroke="#fff" stroke-opacity=".6" stroke-width="1.4"') +
          circle(x - r / 3, y - r / 3, r / 5, '#fff', 'opacity=".8"')
        );
      });
  }
}
