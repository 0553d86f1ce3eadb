import type { FormEventHandler, ReactNode } from 'react';
import { Panel } from '../../ui/panel.tsx';

/** The 420 px card of the login, registration and password forms. */
export function AuthForm({ onSubmit, children }: { onSubmit: FormEventHandler<HTMLFormElement>; children: ReactNode }) {
  return (
    <Panel>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4.5">
        {children}
      </form>
    </Panel>
  );
}
