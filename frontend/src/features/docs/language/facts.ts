/** A template with its result. */
export interface Rendered {
  template: string;
  /** The message, or the error as the editor shows it. */
  result: string;
  /** The error code if rendering failed. */
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
  /** The fix, unless the message or the hint contains it. */
  fix: string;
  wrong?: Rendered;
  right?: Rendered;
}

/** The content of the module `virtual:docs-language`. */
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
