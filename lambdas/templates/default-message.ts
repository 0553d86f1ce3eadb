import { type OutlineInput, outlineOf } from './outline/outline-of.ts';
import { writeOutline } from './outline/write.ts';

/** Returns the plain-text outline of a call. Never throws. */
export const defaultMessage = (input: OutlineInput): string => writeOutline(outlineOf(input));
