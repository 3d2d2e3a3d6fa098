import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-accent text-on-accent',
  tinted: 'bg-tint text-on-tint',
  quiet: 'text-soft hover:text-ink',
};

const SHAPE =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full px-5 text-[0.9375rem] font-medium transition-opacity duration-150 active:opacity-70 disabled:opacity-50';

/** The classes of a button, for a link that looks like one. */
export function buttonClass(look: keyof typeof LOOKS = 'primary', className = ''): string {
  return `${SHAPE} ${LOOKS[look]} ${className}`;
}

export function Button({
  look = 'primary',
  className = '',
  ...rest
}: ComponentProps<'button'> & { look?: keyof typeof LOOKS }) {
  return <button type="button" className={buttonClass(look, className)} {...rest} />;
}

/** A square target of 44 px around an icon; `label` is its accessible name. */
export function IconButton({ label, className = '', ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-opacity duration-150 active:opacity-60 ${className}`}
      {...rest}
    />
  );
}
