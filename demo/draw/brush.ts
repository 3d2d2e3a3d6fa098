import { type Canvas, line, n, path, times } from './canvas.ts';

/** Rough edges, as of ink on paper. */
export function inked(c: Canvas, content: string): string {
  const filter = c.filter(
    '<feTurbulence type="fractalNoise" baseFrequency=".035" numOctaves="2" seed="7" result="n"/><feDisplacementMap in="SourceGraphic" in2="n" scale="9" xChannelSelector="R" yChannelSelector="G"/>',
  );
  return `<g filter="${filter}">${content}</g>`;
}

/** One stroke of a brush along a bent line: thick at the start, torn at the end. */
export function brushStroke(
  c: Canvas,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  width: number,
  color: string,
): string {
  const { random } = c;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const far = Math.hypot(dx, dy) || 1;
  const [nx, ny] = [-dy / far, dx / far];
  const bend = random.between(-0.12, 0.12) * far;
  const at = (part: number, off: number) => {
    const arc = 4 * part * (1 - part) * bend;
    return `${n(x1 + dx * part + nx * (arc + off))} ${n(y1 + dy * part + ny * (arc + off))}`;
  };
  const bristles = times(9, (each) => {
    const off = ((each - 4) / 4.5) * width * 0.5;
    const [from, to] = [random.between(0.3, 0.6), random.between(0.84, 1.06)];
    return line(
      `M${at(from, off)}Q${at((from + to) / 2, off)} ${at(to, off * 1.1)}`,
      color,
      width * 0.1,
      'opacity=".85"',
    );
  });
  const head = `M${at(0, -width * 0.36)}Q${at(0.3, -width * 0.66)} ${at(0.7, -width * 0.4)}L${at(0.78, 0)}L${at(0.68, width * 0.42)}Q${at(0.3, width * 0.6)} ${at(0, width * 0.3)}z`;
  return path(head, color, 'opacity=".9"') + bristles;
}

/** Drops of ink around a point. */
export function drops(c: Canvas, x: number, y: number, spread: number, color: string): string {
  const { random } = c;
  return times(16, () => {
    const [angle, far] = [random.between(0, Math.PI * 2), random.between(0.2, 1) ** 0.7 * spread];
    const r = random.between(2, 11) * (1.2 - far / spread / 1.4);
    return `<circle cx="${n(x + Math.cos(angle) * far)}" cy="${n(y + Math.sin(angle) * far)}" r="${n(Math.max(1.4, r))}" fill="${color}" opacity=".8"/>`;
  });
}
