import { type Dictionary, own } from './outline.ts';
import { titleWords } from './values.ts';

const PARTS =
  'city zip zip_code zipCode postal_code postalCode postcode country country_code countryCode street address address1 line1 suburb addressCity'.split(
    ' ',
  );

/** True if an object is a postal address, so its `state` is a region and not a status. */
export const holdsAddress = (value: Dictionary): boolean =>
  PARTS.filter((name) => typeof own(value, name) === 'string').length >= 2;

/** Returns a short postal address, such as `New York, US`; undefined if neither place nor country is known. */
export function addressWords(value: Dictionary): string | undefined {
  const first = (names: string[]) =>
    names
      .map((name) => own(value, name))
      .find((part): part is string => typeof part === 'string' && part.trim() !== '' && part.length < 60);
  const parts = [
    first(['city', 'addressCity', 'suburb', 'town']),
    first(['country', 'countryName', 'country_name', 'country_code', 'countryCode']),
  ].flatMap((part) => (part === undefined ? [] : [titleWords(part, 60)]));
  return parts.length === 0 ? undefined : parts.join(', ');
}
