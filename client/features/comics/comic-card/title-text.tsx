import { Fragment } from 'react';

/** A title that breaks after a sign that joins words before it breaks inside one: many a Latin one is wider than a card. */
export function TitleText({ title }: { title: string }) {
  return title.split(/(?<=[&+/])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: nothing but the place tells them apart.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
