/**
 * The name of a kind of target on pages that are drawn before the API can be asked:
 * `integrations/targets/<slug>/mark.tsx`.
 */
export interface Mark {
  /** The order of these marks. */
  place: number;
  name: string;
  /** Its name in a sentence that lists the kinds of targets; omitted = left out. */
  said?: string;
  colour: string;
  /** Line paths in a 24 × 24 box. */
  paths: readonly string[];
}
