import { useMatch } from 'react-router';

/** The number in the address of a screen; null where it is none, so that nothing can be there. */
export function useScreenId(pattern: string): number | null {
  const text = useMatch(pattern)?.params.id ?? '';
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}
