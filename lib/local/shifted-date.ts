/**
 * Replaces the global `Date` of this process with a clock that is an offset ahead of real time. Dates made from
 * explicit values are unaffected; timers and `performance` keep real time.
 * @returns a function that sets the offset in milliseconds
 */
export const installShiftedDate = (initialOffsetMs = 0): ((offsetMs: number) => void) => {
  const RealDate = globalThis.Date;
  let offset = initialOffsetMs;
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    // Date() without `new` ignores its arguments and returns the current time as text.
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) => (property === 'now' ? now : Reflect.get(target, property, receiver)),
  });
  return (offsetMs) => {
    offset = offsetMs;
  };
};
