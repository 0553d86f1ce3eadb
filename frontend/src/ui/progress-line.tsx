import { createPortal } from 'react-dom';

/** A line below the top bar, which shows that a clicked page or window is loading. */
export const ProgressLine = () =>
  createPortal(
    <div aria-hidden data-progress="" className="fixed inset-x-0 top-14 z-40 h-0.5 overflow-hidden">
      <div className="progress-line h-full w-full" />
    </div>,
    document.body,
  );
