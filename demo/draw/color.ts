/** A colour between two, both `#rrggbb`; `part` 0 is the first. */
export function mix(first: string, second: string, part: number): string {
  const [a, b] = [channels(first), channels(second)];
  return `#${a.map((value, at) => hex(value + ((b[at] ?? 0) - value) * part)).join('')}`;
}

export const lighter = (color: string, part: number): string => mix(color, '#ffffff', part);
/** Mixes with a deep violet: black shadows look dirty. */
export const darker = (color: string, part: number): string => mix(color, '#120a2a', part);

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(value: number): string {
  return Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, '0');
}

export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return 0.3 * red + 0.6 * green + 0.1 * blue < 70;
}
