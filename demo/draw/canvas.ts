import { createRandom, type Random } from './random.ts';

type Stop = readonly [offset: number, color: string, opacity?: number];

/** A picture being drawn. Drawing functions return SVG text; gradients and clips are collected with unique names. */
export type Canvas = {
  random: Random;
  /** Adds a gradient from the top to the bottom of the filled shape, or between two points of it. Returns its paint. */
  linear(stops: readonly Stop[], to?: readonly [x1: number, y1: number, x2: number, y2: number]): string;
  radial(stops: readonly Stop[]): string;
  /** A filter of the given primitives; the value of a `filter` attribute. */
  filter(primitives: string): string;
  /** Clips the content to a shape. */
  clipped(shape: string, content: string): string;
  finish(width: number, height: number, content: string): string;
};

export function createCanvas(seed: string): Canvas {
  const defined: string[] = [];
  const define = (make: (id: string) => string) => {
    const id = `d${defined.length}`;
    defined.push(make(id));
    return id;
  };
  return {
    random: createRandom(seed),
    linear: (stops, [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
      `url(#${define(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      )})`,
    radial: (stops) => `url(#${define((id) => `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`)})`,
    filter: (primitives) =>
      `url(#${define((id) => `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%">${primitives}</filter>`)})`,
    clipped: (shape, content) =>
      `<g clip-path="url(#${define((id) => `<clipPath id="${id}">${shape}</clipPath>`)})">${content}</g>`,
    finish: (width, height, content) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defined.join('')}</defs>${content}</svg>`,
  };
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join('');
}

/** A number with at most one decimal. */
export const n = (value: number): string => String(Math.round(value * 10) / 10);

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, stroke: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const moved = (content: string, x: number, y: number, scale = 1, more = ''): string =>
  `<g transform="translate(${n(x)} ${n(y)}) ${more} scale(${Math.round(scale * 1000) / 1000})">${content}</g>`;
export const times = (count: number, draw: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => draw(at)).join('');
