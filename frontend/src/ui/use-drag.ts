import { type PointerEvent, useCallback, useRef, useState } from 'react';

interface Offset {
  x: number;
  y: number;
}

/** Pixels of the box that always stay on the screen, so it can be dragged back. */
const EDGE = 64;

/** The position and width of the box, and the size of the viewport, in pixels. */
interface DragBounds {
  left: number;
  top: number;
  width: number;
  viewportWidth: number;
  viewportHeight: number;
}

/** Limits an offset so the box, which is at `bounds` with a zero offset, stays reachable. */
export function clampOffset({ x, y }: Offset, { left, top, width, viewportWidth, viewportHeight }: DragBounds): Offset {
  return {
    x: Math.min(Math.max(x, EDGE - left - width), viewportWidth - EDGE - left),
    y: Math.min(Math.max(y, -top), viewportHeight - EDGE - top),
  };
}

/** Makes a box draggable by its header. A double click centres it. `toggleAside` moves it aside without dragging. */
export function useDrag() {
  const box = useRef<HTMLDivElement>(null);
  const offset = useRef<Offset>({ x: 0, y: 0 });
  const [aside, setAside] = useState(false);

  const move = useCallback((wanted: Offset) => {
    const element = box.current;
    if (!element) return;
    const rect = element.getBoundingClientRect();
    offset.current = clampOffset(wanted, {
      left: rect.left - offset.current.x,
      top: rect.top - offset.current.y,
      width: rect.width,
      viewportWidth: window.innerWidth,
      viewportHeight: window.innerHeight,
    });
    element.style.setProperty('translate', `${offset.current.x}px ${offset.current.y}px`);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target as Element).closest('button, a, input')) return;
    const header = event.currentTarget;
    const from = { x: event.clientX - offset.current.x, y: event.clientY - offset.current.y };
    header.setPointerCapture(event.pointerId);
    const drag = (next: globalThis.PointerEvent) => move({ x: next.clientX - from.x, y: next.clientY - from.y });
    const end = () => {
      header.removeEventListener('pointermove', drag);
      header.removeEventListener('pointerup', end);
      header.removeEventListener('pointercancel', end);
    };
    header.addEventListener('pointermove', drag);
    header.addEventListener('pointerup', end);
    header.addEventListener('pointercancel', end);
  };

  const recentre = () => {
    setAside(false);
    move({ x: 0, y: 0 });
  };
  const toggleAside = () => {
    if (aside) return recentre();
    setAside(true);
    const width = box.current?.getBoundingClientRect().width ?? 0;
    move({ x: (window.innerWidth - width) / 2 - 16, y: offset.current.y });
  };

  return { box, aside, toggleAside, header: { onPointerDown, onDoubleClick: recentre } };
}
