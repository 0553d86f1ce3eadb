import { ChevronDown } from 'virtual:icons';
import type { ReactNode } from 'react';
import { showError, toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { texts } from './texts.ts';

/** A panel of settings that a click opens. */
export const Fold = ({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details open={open} className="group rounded-panel border border-line bg-surface shadow-panel">
    <summary className="flex min-h-13 items-center justify-between gap-3 rounded-panel px-4 md:px-5">
      <h2 className="text-h2 font-semibold">{title}</h2>
      <ChevronDown size={18} aria-hidden className="text-ink-2 transition-transform group-open:rotate-180" />
    </summary>
    <div className="px-4 pt-1 pb-5 md:px-5">{children}</div>
  </details>
);

interface SettingsForm {
  title: string;
  open?: boolean;
  /** The label of its button. */
  save: string;
  busy: boolean;
  onSave(): void;
  children: ReactNode;
}

/** A panel with a form for some of a target's settings. */
export const FoldedForm = ({ title, open = false, save, busy, onSave, children }: SettingsForm) => (
  <Fold title={title} open={open}>
    <Form className="flex flex-col items-start gap-4" onSubmit={onSave}>
      {children}
      <Button data-needs="editor" type="submit" busy={busy}>
        {save}
      </Button>
    </Form>
  </Fold>
);

export const announceSaved = (): void => {
  toasts.add({ severity: 'success', summary: texts.detail.saved, detail: texts.detail.savedDetail });
};

/** Announces whether a target's change was saved. @param again repeats a failed request */
export const announced = (again?: () => void) => ({
  onSuccess: announceSaved,
  onError: (error: Error) => showError(error, { title: texts.detail.notSaved, ...(again && { again }) }),
});
