import { type CalledBy, mayCall, mayChange } from '#contract/console/roles';
import { useMe } from './queries.ts';

/** Whether the person may make a call. The server decides; the page hides actions that the server would refuse. */
export function useMayCall(call: CalledBy): boolean {
  const { data: person } = useMe();
  return person ? mayCall(person.role, call) : false;
}

/** An author may change only the comics that were given to them. */
export function useIsAuthor(): boolean {
  return useMe().data?.role === 'author';
}

/** Whether the person may change a field of comics and chapters. */
export function useMayChange(): (field: string) => boolean {
  const { data: person } = useMe();
  return (field) => (person ? mayChange(person.role, field) : false);
}
