import type { HelpCode } from './help.ts';

export type Severity = 'info' | 'success' | 'warn' | 'error' | 'secondary' | 'contrast';

export interface Toast {
  id: string;
  severity: Severity;
  summary: string;
  detail: string;
  /** The error's code, for finding help; undefined if there is no help. */
  code: HelpCode | undefined;
  /** Milliseconds until it closes automatically. */
  life: number;
  closable: boolean;
  group: string | undefined;
  /** Repeats the failed action; undefined if a retry is not safe, or would not help. */
  again: (() => void) | undefined;
}

type NewToast = Pick<Toast, 'summary'> & Partial<Toast>;

const TOAST_LIFE_MS = 10_000;
/** Success messages close sooner, because they are read at a glance and cover the buttons of the top bar. */
const SUCCESS_LIFE_MS = 4_000;
export const MAX_TOASTS = 5;

export interface Toasts {
  /** Shows a toast and returns its id. A toast with the same id is replaced, and its time restarts. */
  add(toast: NewToast): string;
  remove(id: string): void;
  removeGroup(group: string): void;
  clear(): void;
  /** Keeps a toast open while it has the pointer or the focus. */
  pause(id: string): void;
  /** Restarts a toast's time when the pointer or the focus has left it. */
  restart(id: string): void;
  /** All toasts, newest last. Returns the same array until something changes. */
  list(): readonly Toast[];
  subscribe(listener: () => void): () => void;
}

/** The app's toasts, independent of their rendering. They use the global timers. */
export function createToasts(): Toasts {
  let toasts: readonly Toast[] = [];
  let counter = 0;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  const stop = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const removeWhere = (gone: (toast: Toast) => boolean) => {
    for (const toast of toasts) if (gone(toast)) stop(toast.id);
    if (toasts.some(gone)) set(toasts.filter((toast) => !gone(toast)));
  };
  const start = (toast: Toast) => {
    stop(toast.id);
    timers.set(
      toast.id,
      setTimeout(() => removeWhere(({ id }) => id === toast.id), toast.life),
    );
  };

  return {
    add: (input) => {
      counter += 1;
      const toast: Toast = {
        severity: 'info',
        detail: '',
        code: undefined,
        life: input.severity === 'success' ? SUCCESS_LIFE_MS : TOAST_LIFE_MS,
        closable: true,
        group: undefined,
        again: undefined,
        ...input,
        id: input.id ?? `toast-${counter}`,
      };
      const kept = toasts.filter(({ id }) => id !== toast.id).slice(-(MAX_TOASTS - 1));
      for (const { id } of toasts) if (!kept.some((other) => other.id === id)) stop(id);
      set([...kept, toast]);
      start(toast);
      return toast.id;
    },
    remove: (id) => removeWhere((toast) => toast.id === id),
    removeGroup: (group) => removeWhere((toast) => toast.group === group),
    clear: () => removeWhere(() => true),
    pause: stop,
    restart: (id) => {
      const toast = toasts.find((other) => other.id === id);
      if (toast) start(toast);
    },
    list: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
