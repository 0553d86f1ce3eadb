/**
 * The name of a kind of target on pages that are drawn before the API can be asked:
 * `integrations/targets/<slug>/mark.tsx`.
 */
export interface Mark {
  /** The order of these marks. */
  place: number;
  name: string;
  /** In a sentence that lists where messages can go; left out = not there. */
  said?: string;
  colour: string;
  /** Line paths in a 24 × 24 box. */
  paths: readonly string[];
}
