import { type Dictionary, firstOwn, isText, own } from './outline.ts';
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
  const parts = [
    ['city', 'addressCity', 'suburb', 'town'],
    ['country', 'countryName', 'country_name', 'country_code', 'countryCode'],
  ].flatMap((names) => firstOwn(value, names, isText) ?? []);
  return parts.length === 0 ? undefined : parts.map((part) => titleWords(part, 60)).join(', ');
}
