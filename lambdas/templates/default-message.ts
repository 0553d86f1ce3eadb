import { type OutlineInput, outlineOf } from './outline/outline-of.ts';
import { writeOutline } from './outline/write.ts';

/** The plain-text message for a webhook without a template. Never throws. */
export const defaultMessage = (input: OutlineInput): string => writeOutline(outlineOf(input));
