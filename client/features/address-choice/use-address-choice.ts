import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { IN_PLACE } from '../screen-link/ways.ts';

/** Longer than any value we write: an address made by others is not to be believed. */
const LONGEST = 40;

/**
 * A choice on the kept screen of `path` that is written into its address, so that a reload and a shared address find it
 * again. On show, what the address says wins over what was chosen before; an address without it is given the choice.
 */
export function useAddressChoice(path: string, name: string): [chosen: string, choose: (value: string) => void] {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(() => valueIn(location.search, name));

  const write = (value: string, state: typeof IN_PLACE | null) => {
    // Of two quick taps on tabs, the second may have left this screen already.
    if (location.pathname !== path) return;
    const params = new URLSearchParams(location.search);
    if (value === '') params.delete(name);
    else params.set(name, value);
    void navigate({ pathname: path, search: params.toString() }, { replace: true, state });
  };

  // Runs on each show, for a kept screen is not mounted anew; what is chosen in between is written at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const said = location.pathname === path ? valueIn(location.search, name) : '';
    if (said !== '') setChosen(said);
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
