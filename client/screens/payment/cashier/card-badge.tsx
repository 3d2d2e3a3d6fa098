/** The operator's recommendation of a package, beside its name. */
export function CardBadge({ text }: { text: string }) {
  if (!text) return null;
  return (
    <span className="inline-block rounded-full bg-accent px-2 text-xs leading-5 font-medium text-on-accent">
      {text}
    </span>
  );
}
