import { useSearchParams } from 'react-router';

type Filter = {
  params: URLSearchParams;
  get(name: string): string;
  /** An empty value removes the name. */
  set(name: string, value: string): void;
  /** The same for several names. Of two calls of `set` in a row only the last has an effect. */
  setMany(values: Readonly<Record<string, string>>): void;
};

/** The filter of a page, which is in its address. */
export function useFilter(): Filter {
  const [params, setParams] = useSearchParams();
  const setMany: Filter['setMany'] = (values) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(name);
          else before.set(name, value);
        }
        return before;
      },
      { replace: true },
    );
  return { params, get: (name) => params.get(name) ?? '', set: (name, value) => setMany({ [name]: value }), setMany };
}
