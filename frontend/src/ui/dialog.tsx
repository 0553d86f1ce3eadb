import { Move, PanelRight, PictureInPicture2, X } from 'virtual:icons';
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { Button, IconButton } from './button.tsx';
import { useDrag } from './use-drag.ts';

const widths = { small: 'md:w-[460px]', normal: 'md:w-[560px]', large: 'md:w-[760px]', wide: 'md:w-[1080px]' } as const;

/** The label of the button that closes a dialog without its action. */
export const CANCEL = 'Cancel';

interface DialogProps {
  /** Defaults to true, because most dialogs exist only while they are open. */
  open?: boolean;
  onClose(): void;
  title: ReactNode;
  badge?: ReactNode;
  /** Content next to the title that stays while the body scrolls. */
  lead?: ReactNode;
  footer?: ReactNode;
  /** The button next to "Cancel", in place of a footer. */
  action?: ReactNode;
  /** The text next to the action: the reason why it is not possible, for example. */
  note?: ReactNode;
  size?: keyof typeof widths;
  /** True if the height is fixed, so nothing moves when the content changes. */
  steady?: boolean;
  /** True for a full-height dialog at the right of the window. */
  sheet?: boolean;
  /** True for a pane at the right of the page, which stays usable. */
  beside?: boolean;
  /** Switches between a pane next to the page and a window; undefined if the pane does not fit. */
  onDetach?: (() => void) | undefined;
  /** True for a long text without focusable controls. */
  reading?: boolean;
  initialFocus?: RefObject<HTMLElement | null> | boolean;
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children: ReactNode;
}

export const backdropLook =
  'fixed inset-0 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * A centred, draggable dialog, closed by Escape, the cross or a click outside. On phones, it nearly fills the screen.
 */
export function Dialog({
  open = true,
  onClose,
  title,
  badge,
  lead,
  footer,
  action,
  note,
  size = 'normal',
  steady = false,
  sheet = false,
  beside = false,
  onDetach,
  reading = false,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const { box, aside, toggleAside, header } = useDrag();
  const fixed = beside || sheet;
  return (
    <Base.Root
      open={open}
      modal={!beside}
      disablePointerDismissal={beside}
      onOpenChange={(next, details) => {
        if (next) return;
        // Toasts cover the dialog, so a click on one is not a click outside.
        if (details.reason === 'outside-press' && (details.event.target as Element | null)?.closest('[data-toasts]')) {
          details.cancel();
          return;
        }
        onClose();
      }}
    >
      <Base.Portal>
        {!beside && <Base.Backdrop className={clsx(backdropLook, 'z-40')} />}
        <Base.Viewport
          className={
            beside
              ? 'fixed top-[calc(3.5rem+var(--workspace-bar,0px))] right-0 bottom-0 z-20 w-[min(620px,44vw)] p-4 pl-0'
              : sheet
                ? 'fixed inset-0 z-50 flex justify-end'
                : 'fixed inset-0 z-50 grid grid-cols-1 items-end justify-items-center md:place-items-center md:p-6'
          }
        >
          <Base.Popup
            ref={box}
            // Focuses the first field, or else the dialog itself, because a header button does not describe it to
            // screen readers.
            initialFocus={
              initialFocus ?? (() => box.current?.querySelector<HTMLElement>('input, textarea') ?? box.current)
            }
            {...(finalFocus === undefined ? {} : { finalFocus })}
            {...(beside && { 'data-beside': '' })}
            className={clsx(
              'w-full max-w-full min-w-0 flex-col overflow-hidden border border-line bg-raised outline-none flex',
              // In a very low window, for instance at a zoom of 400 %, the whole dialog scrolls instead of a narrow
              // middle part.
              '[@media(max-height:480px)]:!h-auto [@media(max-height:480px)]:!max-h-dvh [@media(max-height:480px)]:!overflow-y-auto',
              sheet &&
                'h-dvh shadow-raised transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 md:w-[560px]',
              beside && 'h-full rounded-panel shadow-panel',
              !fixed && [
                steady && 'h-[calc(100dvh-1rem)] md:h-[min(800px,84vh)]',
                'max-h-[calc(100dvh-1rem)] rounded-t-dialog shadow-raised transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 md:max-h-[min(800px,calc(100dvh-3rem))] md:rounded-dialog',
                widths[size],
              ],
            )}
          >
            <div
              {...(!fixed && header)}
              className={clsx('shrink-0 px-4 pt-4 pb-3 md:px-5', !fixed && 'touch-none md:cursor-move')}
            >
              <div className="-mr-2 flex items-start gap-1">
                <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
                  <Base.Title className="min-w-0 text-h2 font-semibold wrap-anywhere">{title}</Base.Title>
                  {badge}
                </div>
                {onDetach && (
                  <IconButton label={beside ? 'Open as a window' : 'Show next to the list'} onClick={onDetach}>
                    {beside ? <PictureInPicture2 size={17} aria-hidden /> : <PanelRight size={17} aria-hidden />}
                  </IconButton>
                )}
                {!fixed && (
                  <span className="hidden md:block">
                    <IconButton
                      label={aside ? 'Back to the middle' : 'Move aside'}
                      aria-pressed={aside}
                      onClick={toggleAside}
                    >
                      <Move size={17} aria-hidden />
                    </IconButton>
                  </span>
                )}
                <Base.Close render={<IconButton label="Close" />}>
                  <X size={18} aria-hidden />
                </Base.Close>
              </div>
              {lead}
            </div>
            <div
              // A text without controls can be scrolled by keyboard only if the box itself is focusable.
              tabIndex={reading ? 0 : undefined}
              className="min-h-0 flex-1 overflow-y-auto px-4 pb-5 -outline-offset-2 md:px-5 [@media(max-height:480px)]:flex-none [@media(max-height:480px)]:overflow-visible"
            >
              {children}
            </div>
            {(footer || action) && (
              <div className="flex shrink-0 flex-wrap items-center justify-end gap-1.5 border-t border-line px-4 py-3 md:px-5">
                {footer}
                {action && (
                  <>
                    <span role="status" className="min-w-0 flex-1 text-meta text-ink-2">
                      {note}
                    </span>
                    <Button onClick={onClose}>{CANCEL}</Button>
                    {action}
                  </>
                )}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
