/** A target kind's name and mark on pages without data from the API: `integrations/targets/<slug>/mark.tsx`. */
export interface Mark {
  /** The position among the marks. */
  place: number;
  name: string;
  /** Its name in a sentence that lists the target kinds. If unset, the sentence omits it. */
  said?: string;
  colour: string;
  /** Line paths in a 24 × 24 box. */
  paths: readonly string[];
}
