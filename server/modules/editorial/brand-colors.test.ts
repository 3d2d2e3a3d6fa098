import { expect, test } from 'vitest';
import { accentsOf, contrast, parse } from './brand-colors.ts';

test.each(['#0f766e', '#ff2d55', '#ffe600', '#ffffff', '#000000', '#7a7a7a', '#3b82f6'])(
  'of %s accents are made that can be read on the grounds of both themes',
  (color) => {
    const { light, dark } = accentsOf(color);
    for (const [{ accent, onAccent, tint, onTint }, grounds] of [
      [light, ['#ffffff', '#f2f5f4']],
      [dark, ['#161a1a', '#212727', '#2f3736']],
    ] as const) {
      for (const ground of grounds) expect(contrast(parse(accent), parse(ground))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parse(accent), parse(onAccent))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(parse(tint), parse(onTint))).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('a colour that can be read already stays as it is', () => {
  expect(accentsOf('#0f766e').light.accent).toBe('#0f766e');
});
