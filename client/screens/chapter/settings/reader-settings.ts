import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { deviceStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../../runtime/storage/stored-json.ts';
import { useClientState } from '../../../state.ts';
import { choice, type Field, flag, range } from './field.ts';

/**
 * Every setting of the reader with its values, the default first. A setting that is added here is stored and checked like the
 * others.
 */
const FIELDS = {
  /** How pages are laid out; `auto` depends on the comic. */
  mode: choice('auto', 'strip', 'strip-rtl', 'paged-ltr', 'paged-rtl', 'double'),
  /** The tap zones; `auto` depends on the mode. */
  tapZones: choice('auto', 'off', 'edges', 'sides', 'rows', 'L'),
  /** Swaps forward and backward in the tap zones. */
  invertTaps: flag(false),
  /** Percent of the screen's own light. */
  brightness: range(100, 20, 100),
  /** The opacity of the yellow layer over the pages, in percent. */
  warmth: range(0, 0, 60),
  grey: flag(false),
  /** The background around the pages; `auto` follows the theme. */
  background: choice('auto', 'black', 'dark', 'paper', 'white'),
  /** Whether the reader is dark; `auto` follows the theme of the site, which it does not change. */
  night: choice('auto', 'on', 'off'),
  /** The maximum width of a strip, in CSS pixels. */
  stripWidth: range(800, 400, 1200),
  /** The free space at either side of a strip, in percent of the screen. */
  stripPadding: range(0, 0, 25),
  /** Between the pages of a strip. */
  pageGap: choice('none', 'small'),
  /** Crops the white margins of a page. */
  crops: flag(false),
  /** CSS pixels a second. */
  scrollSpeed: range(60, 20, 300),
  keepsAwake: flag(true),
  /** Whether the tap zones have been shown. */
  hinted: flag(false),
  /** Whether it has been shown that a tap anywhere opens the bars, which holds where there are no tap zones. */
  menuHinted: flag(false),
};

type Value<Of> = Of extends Field<infer T> ? T : never;
export type ReaderSettings = { [Name in keyof typeof FIELDS]: Value<(typeof FIELDS)[Name]> };

/** The settings of this device, and the settings of single comics that differ. */
export type StoredSettings = { device: Partial<ReaderSettings>; comics: Record<string, Partial<ReaderSettings>> };

/** The maximum of comics with their own settings. The oldest is dropped. */
const KEPT_COMICS = 200;

const DEFAULTS = Object.fromEntries(
  Object.entries(FIELDS).map(([name, field]) => [name, field.fallback]),
) as ReaderSettings;

const useStoredSettings = create<StoredSettings>(() =>
  parseStored({ ...readStored(deviceStorage, 'reader'), comics: readStored(deviceStorage, 'comicSettings') }),
);

// The settings of the device stay for the next reader. The settings of single comics belong to the reader, and browser.ts removes
// them.
useClientState.subscribe(({ userInfo }, before) => {
  if (before.userInfo && !userInfo) useStoredSettings.setState({ comics: {} });
});

/** The stored settings without anything that this version does not know. */
export function parseStored(stored: object | null): StoredSettings {
  const { device, comics } = { device: null, comics: null, ...stored };
  const own = Object.entries(isRecord(comics) ? comics : {}).map(([id, chosen]) => [id, parseSettings(chosen)]);
  return { device: parseSettings(device), comics: Object.fromEntries(own) };
}

function parseSettings(chosen: unknown): Partial<ReaderSettings> {
  if (!isRecord(chosen)) return {};
  const known = Object.entries(FIELDS).filter(([name, field]) => field.accepts(chosen[name]));
  return Object.fromEntries(known.map(([name]) => [name, chosen[name]]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The settings for a comic: its own, else the device's, else the defaults. */
export function settingsIn({ device, comics }: StoredSettings, comicId: number): ReaderSettings {
  return { ...DEFAULTS, ...device, ...comics[comicId] };
}

/** The stored settings after a change for the device or for one comic. */
export function changeIn(
  stored: StoredSettings,
  change: Partial<ReaderSettings>,
  comicId: number | null,
): StoredSettings {
  if (comicId === null) return { ...stored, device: { ...stored.device, ...change } };
  const { [comicId]: own, ...others } = stored.comics;
  // Numeric keys of an object come in numeric order, not in the order of writing. Which comic is dropped matters little.
  const room = Object.entries(others).slice(1 - KEPT_COMICS);
  return { ...stored, comics: { ...Object.fromEntries(room), [comicId]: { ...own, ...change } } };
}

/** The settings that hold in a comic. */
export function useReaderSettings(comicId: number): ReaderSettings {
  return useStoredSettings(useShallow((stored) => settingsIn(stored, comicId)));
}

/** Night mode, which is the same for all comics. */
export function useNightSetting(): ReaderSettings['night'] {
  return useStoredSettings(({ device }) => device.night ?? DEFAULTS.night);
}

/** Whether a comic has settings of its own. */
export function useHasOwnSettings(comicId: number): boolean {
  return useStoredSettings(({ comics }) => comics[comicId] !== undefined);
}

/** Changes settings for one comic, or for this device where `comicId` is null. */
export function setReaderSettings(change: Partial<ReaderSettings>, comicId: number | null) {
  keep(changeIn(useStoredSettings.getState(), change, comicId));
}

/** Removes the settings of a comic, so that the device's settings apply again. */
export function forgetOwnSettings(comicId: number) {
  const { device, comics } = useStoredSettings.getState();
  const { [comicId]: _own, ...others } = comics;
  keep({ device, comics: others });
}

function keep({ device, comics }: StoredSettings) {
  useStoredSettings.setState({ device, comics }, true);
  writeStored(deviceStorage, 'reader', { device });
  writeStored(deviceStorage, 'comicSettings', comics);
}
