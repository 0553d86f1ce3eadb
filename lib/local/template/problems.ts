/** The error for a part of the template that this machine doesn't support. It ends the start instead of guessing. */
export class UnsupportedTemplate extends Error {
  override name = 'UnsupportedTemplate';
}

/** Always throws UnsupportedTemplate. The message contains the place. */
export const unsupported = (place: string, what: string): never => {
  throw new UnsupportedTemplate(`${place}: ${what} is not supported by the local machine`);
};
