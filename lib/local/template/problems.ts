/** A part of the template that this machine cannot run; it stops the start, because guessing would be wrong. */
export class UnsupportedTemplate extends Error {
  override name = 'UnsupportedTemplate';
}

/** @throws UnsupportedTemplate always, naming the place */
export const unsupported = (place: string, what: string): never => {
  throw new UnsupportedTemplate(`${place}: ${what} is not supported by the local machine`);
};
