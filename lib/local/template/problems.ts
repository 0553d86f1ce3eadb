/** Something in the template that this machine does not know how to run; it stops the start rather than be guessed. */
export class UnsupportedTemplate extends Error {
  override name = 'UnsupportedTemplate';
}

/** @throws UnsupportedTemplate always, naming the place */
export const unsupported = (place: string, what: string): never => {
  throw new UnsupportedTemplate(`${place}: ${what} is not supported by the local machine`);
};
