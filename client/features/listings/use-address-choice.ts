import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { page } from '../../runtime/page.ts';
import { IN_PLACE } from '../navigation/screen-link/screen-navigation.ts';

/** Longer than any value this app writes; a longer one was written by somebody else and is ignored. */
const LONGEST = 40;

/**
 * A choice on the kept screen of `path` that is written into its address, so that a reload and a shared address find it
 * again. When the screen is shown, the value in the address replaces the earlier choice; if it has none, the choice
 * is written into it.
 */
export function useAddressChoice(path: string, name: string): [chosen: string, choose: (value: string) => void] {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => valueIn(page.location.search, name));

  const write = (value: string, state: typeof IN_PLACE | null) => {
    // After two quick taps on tabs, the second one may have left this screen already.
    if (location.pathname !== path) return;
    const params = new URLSearchParams(location.search);
    if (value === '') params.delete(name);
    else params.set(name, value);
    void navigate({ pathname: path, search: params.toString() }, { replace: true, state });
  };

  // Runs whenever the kept screen is shown, since it stays mounted; later choices are written at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const inAddress = location.pathname === path ? valueIn(location.search, name) : '';
    if (inAddress !== '') setChosen(inAddress);
    else if (chosen !== '') write(chosen, IN_PLACE);
  }, []);

  const choose = (value: string) => {
    setChosen(value);
    write(value, null);
  };
  return [chosen, choose];
}

function valueIn(search: string, name: string): string {
  const value = new URLSearchParams(search).get(name) ?? '';
  return value.length > LONGEST ? '' : value;
}
