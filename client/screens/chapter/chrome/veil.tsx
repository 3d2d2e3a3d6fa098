import type { ReaderSettings } from '../settings/reader-settings.ts';

/** What lies over the pages and takes nothing from the finger: grey, a warm light, and less of it. */
export function Veil({ settings }: { settings: Pick<ReaderSettings, 'brightness' | 'warmth' | 'grey'> }) {
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
      data-veil
      className="pointer-events-none absolute inset-0 z-10"
      style={{ backgroundColor: color, opacity, mixBlendMode: blend }}
    />
  );
}
