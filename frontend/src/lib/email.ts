/**
 * Why a text cannot be an e-mail address; undefined when it may be one. The shape that every browser's own e-mail field
 * accepts, with a dot in the domain; the server decides in the end.
 */
export const emailProblem = (value: string): string | undefined =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) ? undefined : 'Enter an e-mail address';
