import { fireEvent, screen, within } from '@testing-library/react';

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Where the first link of that name leads. */
export const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');

export const region = (name: string) => within(screen.getByRole('region', { name }));

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
