import { n, path, rect, times } from '../canvas.ts';
import { lineOfText, textWidth } from '../lettering/lettering.ts';

const INK = '#241d2b';
export const TEXT_SIZE = 34;
const LINE = 46;

/** A speech bubble with its top left corner at (x, y) and its tail towards (tx, ty). */
export function speech(
  lines: readonly string[],
  x: number,
  y: number,
  to: readonly [tx: number, ty: number],
  isLoud: boolean,
): string {
  const { width, height } = speechSize(lines);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const edge = `stroke="${INK}" stroke-width="3.4" stroke-linejoin="round"`;
  const [dx, dy] = [to[0] - cx, to[1] - cy];
  const far = Math.hypot(dx, dy) || 1;
  const reach = Math.min(1, (Math.hypot(width * 0.36, height * 0.5) + 46) / far);
  const [px, py] = [cx + dx * reach, cy + dy * reach];
  const [nx, ny] = [(-dy / far) * 17, (dx / far) * 17];
  const tail = `M${n(cx + nx)} ${n(cy + ny)}Q${n((cx + px) / 2 + nx)} ${n((cy + py) / 2 + ny)} ${n(px)} ${n(py)}Q${n((cx + px) / 2 - nx * 0.6)} ${n((cy + py) / 2 - ny * 0.6)} ${n(cx - nx)} ${n(cy - ny)}z`;
  const shape = isLoud ? burst(cx, cy, width / 2, height / 2) : pillow(cx, cy, width / 2, height / 2);
  const text = lines
    .map((line, at) =>
      lineOfText(
        line,
        'sans',
        cx - textWidth(line, 'sans', TEXT_SIZE) / 2,
        y + (height - lines.length * LINE) / 2 + at * LINE + 36,
        TEXT_SIZE,
      ),
    )
    .join('');
  return `<g opacity=".16" transform="translate(3 7)">${path(shape, '#1a1026')}</g>${path(tail, '#fff', edge)}${path(shape, '#fff', edge)}${path(tail, '#fff')}<g fill="${INK}">${text}</g>`;
}

export function speechSize(lines: readonly string[]): { width: number; height: number } {
  const longest = Math.max(...lines.map((line) => textWidth(line, 'sans', TEXT_SIZE)));
  return { width: Math.max(150, longest + 78), height: lines.length * LINE + 52 };
}

/** Rounder than a rectangle and roomier than an ellipse. */
function pillow(cx: number, cy: number, rx: number, ry: number): string {
  const k = 0.78;
  return `M${n(cx - rx)} ${n(cy)}C${n(cx - rx)} ${n(cy - ry * k)} ${n(cx - rx * k)} ${n(cy - ry)} ${n(cx)} ${n(cy - ry)}S${n(cx + rx)} ${n(cy - ry * k)} ${n(cx + rx)} ${n(cy)}S${n(cx + rx * k)} ${n(cy + ry)} ${n(cx)} ${n(cy + ry)}S${n(cx - rx)} ${n(cy + ry * k)} ${n(cx - rx)} ${n(cy)}z`;
}

function burst(cx: number, cy: number, rx: number, ry: number): string {
  const points = 26;
  const d = times(points * 2, (at) => {
    const angle = (at / points) * Math.PI;
    const out = at % 2 === 0 ? 1.16 + 0.06 * Math.sin(at * 2.3) : 0.96;
    const square = 1 / (Math.abs(Math.cos(angle)) ** 2.6 + Math.abs(Math.sin(angle)) ** 2.6) ** (1 / 2.6);
    return `${at === 0 ? 'M' : 'L'}${n(cx + Math.cos(angle) * rx * square * out)} ${n(cy + Math.sin(angle) * ry * square * out)}`;
  });
  return `${d}z`;
}

/** A caption box with its top left corner at (x, y). */
export function caption(lines: readonly string[], x: number, y: number): string {
  const longest = Math.max(...lines.map((line) => textWidth(line, 'sans', 31, 2)));
  const height = lines.length * 44 + 26;
  const text = lines.map((line, at) => lineOfText(line, 'sans', x + 26, y + 45 + at * 44, 31, 2)).join('');
  return (
    rect(x, y, longest + 52, height, '#17122a', 'rx="8" opacity=".82"') +
    rect(x, y, 7, height, '#ffc86b', 'rx="3"') +
    `<g fill="#fff8ea">${text}</g>`
  );
}
