const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

export const clockTime = (at: string): string => clock.format(new Date(at));
export const dayName = (at: string): string => day.format(new Date(at));

/** The time if `at` is today, otherwise the date. */
export function When({ at }: { at: string }) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (
    <time dateTime={at} title={at}>
      {isToday ? clockTime(at) : short.format(new Date(at))}
    </time>
  );
}
