/** A template with its result. */
export interface Rendered {
  template: string;
  /** The message, or the error in the editor's form. */
  result: string;
  /** Set when it failed. */
  code?: string;
}

export interface FunctionFacts {
  name: string;
  args: string;
  group: string;
  does: string;
  example?: Rendered;
}

export interface ErrorFacts {
  code: string;
  message: string;
  hint: string;
  /** The fix, if message and hint do not contain it. */
  fix: string;
  wrong?: Rendered;
  right?: Rendered;
}

/** The module `virtual:docs-language`. */
export interface LanguageFacts {
  payload: string;
  examples: Readonly<Record<string, Rendered>>;
  functions: readonly FunctionFacts[];
  errors: readonly ErrorFacts[];
  limits: Readonly<
    Record<
      'MAX_TEMPLATE' | 'MAX_NESTING' | 'MAX_MESSAGE' | 'MAX_LOOPS' | 'RENDER_MILLISECONDS' | 'MAX_SEQUENCE',
      number
    >
  >;
  readyMade: readonly { id: string; sender: string; label: string }[];
}
