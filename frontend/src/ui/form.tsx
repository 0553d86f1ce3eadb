import type { ComponentProps } from 'react';

/** A form whose fields the app checks, not the browser. Submitting does nothing while it is not ready. */
export function Form({
  ready = true,
  onSubmit,
  ...rest
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { ready?: boolean; onSubmit(): void }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSubmit();
      }}
      {...rest}
    />
  );
}
