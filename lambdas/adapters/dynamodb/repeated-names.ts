/**
 * Shortens GitHub's repeated names before compression. GitHub and similar services repeat the names of a repository and
 * a user in about fifty links. Each name becomes one byte, so the list of links is the same for all repositories. The
 * dictionary then matches longer pieces of it, and a push shrinks by another quarter.
 */

/** The bytes that replace the repository's and the user's name. JSON contains neither byte. */
export const REPOSITORY = '\u0001';
export const USER = '\u0002';

const NAMED = /"(full_name|login)":"([^"\\]{3,200})"/g;

/** A function that rewrites the text between two definitions of names, given the latest names. */
type Change = (text: string, names: { full_name?: string; login?: string }) => string;

/**
 * Applies a change to the text between definitions of names. The definitions stay unchanged, so the reverse change
 * finds them again.
 */
const between = (text: string, change: Change): string => {
  const names: Parameters<Change>[1] = {};
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: naming, 1: kind, 2: name } of text.matchAll(NAMED)) {
    if (names[kind as keyof typeof names] === name) continue;
    parts.push(change(text.slice(at, index), names), naming);
    at = index + naming.length;
    names[kind as keyof typeof names] = name as string;
  }
  return parts.join('') + change(text.slice(at), names);
};

const shortened = (text: string): string =>
  between(text, (part, { full_name: repository, login }) => {
    const shorter = repository === undefined ? part : part.replaceAll(repository, REPOSITORY);
    return login === undefined ? shorter : shorter.replaceAll(login, USER);
  });

/** Reverses {@link shorten}. */
export const lengthen = (text: string): string =>
  between(text, (part, { full_name: repository = REPOSITORY, login = USER }) =>
    part.replaceAll(REPOSITORY, () => repository).replaceAll(USER, () => login),
  );

/**
 * Shortens a text.
 * @returns undefined if {@link lengthen} could not restore it: it contains these bytes, or its JSON is broken
 */
export const shorten = (text: string): string | undefined => {
  if (text.includes(REPOSITORY) || text.includes(USER)) return undefined;
  const short = shortened(text);
  return lengthen(short) === text ? short : undefined;
};
