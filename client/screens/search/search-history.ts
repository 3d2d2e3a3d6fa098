import { useSettings } from '../../settings.ts';

/** The searches on this device, the latest first. */
const KEY = 'searches';
const KEPT = 12;

type Device = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function readHistory(device: Device): string[] {
  try {
    const kept: unknown = JSON.parse(device.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Without consent no history is stored. */
export function addToHistory(device: Device, word: string) {
  if (word === '' || useSettings.getState().consent !== 'given') return;
  write(device, [word, ...readHistory(device).filter((kept) => kept !== word)].slice(0, KEPT));
}

export function removeFromHistory(device: Device, word: string) {
  write(
    device,
    readHistory(device).filter((kept) => kept !== word),
  );
}

export function clearHistory(device: Device) {
  device.removeItem(KEY);
}

function write(device: Device, words: readonly string[]) {
  try {
    device.setItem(KEY, JSON.stringify(words));
  } catch {
    // No space: a search works without its history.
  }
}
