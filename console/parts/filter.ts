import { useSearchParams } from 'react-router';

/** The filter of a page, which is in its address. An empty value removes a name. */
export function useFilter(): { get(name: string): string; set(name: string, value: string): void } {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
    set: (name, value) =>
      setParams(
        (before) => {
          if (value === '') before.delete(name);
          else before.set(name, value);
          return before;
        },
        { replace: true },
      ),
  };
}
