import { createPortal } from 'react-dom';

/** Answers a click whose page or window is still on its way: below the bar, wherever the click was. */
export const ProgressLine = () =>
  createPortal(
    <div aria-hidden data-progress="" className="fixed inset-x-0 top-14 z-40 h-0.5 overflow-hidden">
      <div className="progress-line h-full w-full" />
    </div>,
    document.body,
  );
