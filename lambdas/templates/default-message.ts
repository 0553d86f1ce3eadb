import { type OutlineInput, outlineOf } from './outline/tell.ts';
import { writeOutline } from './outline/write.ts';

/** The message of a call whose webhook has no template, as plain text. Never throws. */
export const defaultMessage = (input: OutlineInput): string => writeOutline(outlineOf(input));
