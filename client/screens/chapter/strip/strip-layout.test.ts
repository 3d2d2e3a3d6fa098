import { expect, test } from 'vitest';
import type { Page } from '#contract/shapes';
import { DIVIDER_PX, layOutStrip } from './strip-layout.ts';

const page = (width: number, height: number, pieces?: number[]): Page => ({
  url: 'page',
  width,
  height,
  color: '#123456',
  pieces: pieces?.map((top, n) => ({ url: `piece${n}`, top, height: (pieces[n + 1] ?? height) - top })),
});
const tall = page(1000, 5003, [0, 1280, 2560, 3841]);

const screens = [1, 1.25, 2, 2.625, 3].flatMap((ratio) =>
  [320, 360, 389.7, 390, 412, 800].map((w) => [ratio, w] as const),
);

test.each(screens)(
  'at DPR %s and %s px wide every edge is a whole device pixel and touches the next',
  (ratio, across) => {
    const chapters = [
      { id: 7, pages: [page(992, 1401), tall, page(700, 333)] },
      { id: 8, pages: [tall] },
    ];
    const { pages, sources } = layOutStrip(chapters, { axis: 'vertical', across, devicePixelRatio: ratio });
    for (const { start, end } of sources) {
      expect(Math.abs(start * ratio - Math.round(start * ratio))).toBeLessThan(1e-6);
      expect(end).toBeGreaterThan(start);
    }
    for (const box of pages) {
      expect(box.sources[0]?.start).toBe(box.start);
      expect(box.sources.at(-1)?.end).toBeCloseTo(box.end, 9);
      box.sources.forEach((source, n) => {
        const next = box.sources[n + 1];
        if (next) expect(next.top).toBeCloseTo(source.top + source.height, 9);
      });
    }
    expect(pages[1]?.start).toBe(pages[0]?.end);
  },
);

test('a page is never more than half a device pixel from its true height', () => {
  const { pages } = layOutStrip([{ id: 1, pages: [page(992, 1401)] }], {
    axis: 'vertical',
    across: 390,
    devicePixelRatio: 3,
  });
  expect(Math.abs((pages[0]?.height ?? 0) - (390 * 1401) / 992)).toBeLessThanOrEqual(0.5 / 3);
});

test('a divider separates chapters', () => {
  const { chapters, length } = layOutStrip(
    [
      { id: 1, pages: [page(100, 100)] },
      { id: 2, pages: [page(100, 50)] },
    ],
    { axis: 'vertical', across: 100, devicePixelRatio: 1 },
  );
  expect(chapters).toEqual([
    { id: 1, start: 0, end: 100, first: 0, count: 1 },
    { id: 2, start: 100 + DIVIDER_PX, end: 150 + DIVIDER_PX, first: 1, count: 1 },
  ]);
  expect(length).toBe(150 + DIVIDER_PX);
});

test('a horizontal strip is as high as the screen, panel after panel', () => {
  const { pages } = layOutStrip([{ id: 1, pages: [page(1800, 900), page(905, 902)] }], {
    axis: 'horizontal',
    across: 844,
    devicePixelRatio: 2.625,
  });
  expect(pages[0]?.height).toBe(Math.floor(844 * 2.625) / 2.625);
  expect(pages[1]?.start).toBe(pages[0]?.end);
  expect(pages[0]?.width).toBeCloseTo(pages[0]?.end ?? 0, 9);
});
