const pad = (value: number) => String(value).padStart(2, '0');

/** A time in the reader's zone, in the format of a `datetime-local` field: '2026-11-20T07:55'. */
export function toLocalInput(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The UTC time of a `datetime-local` field; undefined if it is incomplete. */
export function fromLocalInput(text: string): string | undefined {
  if (!/^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(text)) return undefined;
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
