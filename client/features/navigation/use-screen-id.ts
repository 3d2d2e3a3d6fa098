import { useMatch } from 'react-router';

/** The id in the address of a screen; null if it is not a number, so that there can't be such a screen. */
export function useScreenId(pattern: string): number | null {
  const text = useMatch(pattern)?.params.id ?? '';
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
