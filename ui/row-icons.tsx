import { Icon } from './icon.tsx';

/** The lines of the icons that begin a row of settings. */
const PATHS = {
  age: 'M12 3.5l7.5 2.5v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6zM9 12h6',
  appearance: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10z',
  autoBuy: 'M3.5 5h2.5l2 10.5h9l2-7.5H7M10 19.5h.01M16 19.5h.01',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  cache: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.400L17 7M10.5 10.5v5.5M13.5 10.5v5.5',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 1.5',
  device: 'M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2',
  devices: 'M4.5 15.5V6h13v3M3 18.5h9.5M15 11.5h5.5v8H15z',
  download: 'M12 4.5v10m-4.5-4L12 15l4.5-4.5M5.5 19.5h13',
  event: 'M6 20.5v-16h11.5l-2.5 4 2.5 4H6',
  exit: 'M14 4.5H6v15h8M10.5 12H20M16.5 8.5L20 12l-3.5 3.5',
  export: 'M12 15V4M8 7.5L12 4l4 3.5M5 13v6h14v-6',
  face: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9 10.5h.01M15 10.5h.01M8.5 14c1.800 2.300 5.200 2.300 7 0',
  gender: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12.5V20M9 17h6',
  key: 'M6.5 11h11v8.5h-11zM9 11V8a3 3 0 0 1 6 0v3M12 14.5v2',
  leave: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.5 6.5l11 11',
  name: 'M5 19.5h14M7 15.5l.8-3.300L15.5 4.5l2.700 2.700-7.700 7.700z',
  question:
    'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM9.700 9.800a2.300 2.300 0 1 1 3.300 2.100c-.7.4-1 .8-1 1.600M12 16.5h.01',
  rules: 'M6 4h12v16H6zM9 8.5h6M9 12h6M9 15.5h3.5',
  teen: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5.5 20c.5-3.5 3-5 6.5-5s6 1.5 6.5 5M10.5 8.5h.01M13.5 8.5h.01',
  theme: 'M12 4l8 4.5-8 4.5-8-4.5zM4.5 12.5L12 16.5l7.5-4M4.5 16L12 20l7.5-4',
  wait: 'M7 4h10M7 20h10M8 4c0 5 8 5.5 8 8s-8 3-8 8M16 4c0 2.5-1.5 4-3 5.5M16 20c0-2.5-1.5-4-3-5.5',
} as const;

export type RowIconName = keyof typeof PATHS;

export function RowIcon({ name }: { name: RowIconName }) {
  return (
    <Icon className="size-5 shrink-0 text-soft">
      <path d={PATHS[name]} />
    </Icon>
  );
}
