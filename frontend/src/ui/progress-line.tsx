import { createPortal } from 'react-dom';

/** Shows that the page or window of a click is loading: a line below the bar, wherever the click was. */
export const ProgressLine = () =>
  createPortal(
    <div aria-hidden data-progress="" className="fixed inset-x-0 top-14 z-40 h-0.5 overflow-hidden">
      <div className="progress-line h-full w-full" />
    </div>,
    document.body,
  );
