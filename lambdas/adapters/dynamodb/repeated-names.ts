/**
 * GitHub and similar services repeat a repository's and a user's name in about fifty links. Before compression, each
 * name becomes one byte, so a list of links is the same for all repositories. The dictionary then matches long pieces
 * of it, and a push shrinks by another quarter.
 */

/** The bytes that replace the latest repository name and user name. JSON contains neither. */
export const REPOSITORY = '\u0001';
export const USER = '\u0002';

const NAMED = /"(full_name|login)":"([^"\\]{3,200})"/g;

/** Rewrites the text between two names, given the latest names. */
type Change = (text: string, names: { full_name?: string; login?: string }) => string;

/** Name definitions stay unchanged in both directions, so both find the same ones. */
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

/** @returns undefined for a text that could not be restored: one with these bytes, or broken JSON */
export const shorten = (text: string): string | undefined => {
  if (text.includes(REPOSITORY) || text.includes(USER)) return undefined;
  const short = shortened(text);
  return lengthen(short) === text ? short : undefined;
};
