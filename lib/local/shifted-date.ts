/**
 * Replaces the global `Date` of this process by a clock `offset` milliseconds ahead of real time. Dates made from
 * explicit values are untouched; timers and `performance` keep real time.
 * @returns the function that sets the offset
 */
export const installShiftedDate = (initialOffsetMs = 0): ((offsetMs: number) => void) => {
  const RealDate = globalThis.Date;
  let offset = initialOffsetMs;
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    // Calling Date() without `new` returns the present moment as text, with any arguments.
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
  });
  return (offsetMs) => {
    offset = offsetMs;
  };
};
