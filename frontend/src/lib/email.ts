/** The shape every browser's own e-mail field accepts, with a dot in the domain; the server decides in the end. */
export const isEmail = (value: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
