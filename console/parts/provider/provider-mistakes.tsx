type ProviderMistakesProps = { mistakes: readonly { field: string; what: string }[] };

/** Why nothing was saved, outside of a form. */
export function ProviderMistakes({ mistakes }: ProviderMistakesProps) {
  return mistakes.map(({ field, what }) => (
    <p key={field + what} role="alert" className="text-sm break-words text-danger">
      {field === '' ? what : `${field}：${what}`}
    </p>
  ));
}
