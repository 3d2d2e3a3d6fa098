import type { ReaderSettings } from '../settings/reader-settings.ts';

/** Layers above the pages that remove colours, add warmth and dim. They don't receive touches. */
export function Dimmer({ settings }: { settings: Pick<ReaderSettings, 'brightness' | 'warmth' | 'grey'> }) {
  const { brightness, warmth, grey } = settings;
  return (
    <>
      {grey && <Layer color="#808080" blend="saturation" />}
      {warmth > 0 && <Layer color="#ffb14a" opacity={warmth / 100} blend="multiply" />}
      {brightness < 100 && <Layer color="#000" opacity={1 - brightness / 100} />}
    </>
  );
}

type LayerProps = { color: string; opacity?: number; blend?: 'saturation' | 'multiply' };

function Layer({ color, opacity, blend }: LayerProps) {
  return (
    <div
      aria-hidden
      data-dimmer
      className="pointer-events-none absolute inset-0 z-10"
      style={{ backgroundColor: color, opacity, mixBlendMode: blend }}
    />
  );
}
