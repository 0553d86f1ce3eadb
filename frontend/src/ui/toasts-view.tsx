import { CircleCheck, CircleX, Info, TriangleAlert, X } from 'virtual:icons';
import { Toast as Base } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { isDialogOpen } from '../lib/open-dialog.ts';
import { toasts as shared } from '../lib/services.ts';
import { MAX_TOASTS, type Severity, type Toast, type Toasts } from '../lib/toasts.ts';
import { Button } from './button.tsx';
import { HelpLink } from './help-link.tsx';

const looks: Record<Severity, { box: string; icon: typeof Info }> = {
  info: { box: '[&_.mark]:text-accent-text', icon: Info },
  success: { box: '[&_.mark]:text-ok', icon: CircleCheck },
  warn: { box: '[&_.mark]:text-warn', icon: TriangleAlert },
  error: { box: '!border-err-fill [&_.mark]:text-err', icon: CircleX },
  secondary: { box: '[&_.mark]:text-ink-2', icon: Info },
  contrast: { box: '!bg-ink !text-bg !border-ink [&_.mark]:text-bg [&_.detail]:text-bg', icon: Info },
};

/**
 * Draws a store's toasts with the kit's components for region, announcements and closing. The store times them, because
 * after a pause, the kit would resume the remaining time instead of restarting it.
 */
export function ToastsView({ toasts = shared }: { toasts?: Toasts }) {
  useClosedByEscape(toasts);
  useClosedByPress(toasts);
  return (
    <Base.Provider timeout={0} limit={MAX_TOASTS}>
      <Mirror toasts={toasts} />
      <Base.Portal data-toasts="">
        <Base.Viewport className="fixed top-5 right-5 z-60 flex w-[min(380px,calc(100vw-40px))] flex-col gap-2 outline-none pointer-events-none *:pointer-events-auto">
          <List toasts={toasts} />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Escape removes toasts, because they cover the buttons of the top bar. An open dialog handles the key first. */
function useClosedByEscape(toasts: Toasts): void {
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || isDialogOpen()) return;
      for (const { id, closable } of toasts.list()) if (closable) toasts.remove(id);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [toasts]);
}

/** A click anywhere else removes success messages, because they can cover the next button. */
function useClosedByPress(toasts: Toasts): void {
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest('[data-toasts]')) return;
      for (const { id, severity, closable } of toasts.list()) if (closable && severity === 'success') toasts.remove(id);
    };
    addEventListener('pointerdown', onPointerDown, { capture: true });
    return () => removeEventListener('pointerdown', onPointerDown, { capture: true });
  }, [toasts]);
}

/** Reports new, changed and removed toasts to the kit. */
function Mirror({ toasts }: { toasts: Toasts }) {
  const { add, update: change, close } = Base.useToastManager<Toast>();
  useEffect(() => {
    const shown = new Map<string, Toast>();
    const update = () => {
      const list = toasts.list();
      for (const id of [...shown.keys()]) {
        if (list.some((toast) => toast.id === id)) continue;
        shown.delete(id);
        close(id);
      }
      for (const toast of list) {
        const known = shown.get(toast.id);
        if (known === toast) continue;
        shown.set(toast.id, toast);
        const options = {
          title: toast.summary,
          description: toast.detail,
          type: toast.severity,
          timeout: 0,
          data: toast,
        };
        if (known) change(toast.id, options);
        else add({ ...options, id: toast.id, onClose: () => toasts.remove(toast.id) });
      }
    };
    update();
    return toasts.subscribe(update);
  }, [toasts, add, change, close]);
  return null;
}

function List({ toasts: store }: { toasts: Toasts }) {
  const { toasts } = Base.useToastManager<Toast>();
  return toasts.map((toast) => {
    const { box, icon: Icon } = looks[(toast.type ?? 'info') as Severity];
    return (
      <Base.Root
        key={toast.id}
        toast={toast}
        // Errors get their own role, because the kit's announcement would hide the toast with its focusable buttons.
        {...(toast.type === 'error' && { role: 'alert', 'aria-modal': undefined })}
        swipeDirection={['right', 'up']}
        onPointerEnter={() => store.pause(toast.id)}
        onPointerLeave={() => store.restart(toast.id)}
        onFocus={() => store.pause(toast.id)}
        onBlur={() => store.restart(toast.id)}
        className={clsx(
          'rounded-panel border border-line bg-raised shadow-raised transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0',
          box,
        )}
      >
        <Base.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
          <Icon size={18} aria-hidden className="mark mt-px shrink-0" />
          <div className="min-w-0 flex-1">
            <Base.Title render={<p />} className="font-semibold wrap-anywhere" />
            <Base.Description
              render={<p />}
              className={clsx(
                'detail text-meta text-ink-2',
                // Users know the text that they copied, so its beginning is enough.
                toast.id === 'copied' ? 'truncate' : 'wrap-anywhere',
              )}
            />
            {toast.type === 'error' && <HelpLink code={toast.data?.code} className="text-meta" />}
            {toast.data?.again && (
              <Button
                size="small"
                className="mt-2"
                onClick={() => {
                  store.remove(toast.id);
                  toast.data?.again?.();
                }}
              >
                Try again
              </Button>
            )}
          </div>
          {toast.data?.closable !== false && (
            <Base.Close
              aria-label="Close"
              // The kit hides the buttons of stacked toasts, but these toasts are not stacked.
              aria-hidden={undefined}
              className="-my-1 grid size-8 shrink-0 place-items-center rounded-badge hover:bg-sunken hover:text-ink"
            >
              <X size={16} aria-hidden />
            </Base.Close>
          )}
        </Base.Content>
      </Base.Root>
    );
  });
}
