import { fireEvent, screen, within } from '@testing-library/react';

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** The URL of the first link with this name. */
export const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');

export const region = (name: string) => within(screen.getByRole('region', { name }));

export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
