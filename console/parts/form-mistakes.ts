import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

type Mistake = { field: string; what: string };

/** Shows each mistake at its field and focuses the first such field. Returns the mistakes that belong to no field of the form. */
export function showMistakes<Values extends FieldValues, Found extends Mistake>(
  mistakes: readonly Found[],
  nameOf: (field: string) => FieldPath<Values> | null,
  setError: UseFormSetError<Values>,
): Found[] {
  let shouldFocus = true;
  return mistakes.filter(({ field, what }) => {
    const name = nameOf(field);
    if (name === null) return true;
    setError(name, { message: what }, { shouldFocus });
    shouldFocus = false;
    return false;
  });
}
