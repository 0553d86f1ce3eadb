/** The product's version, from package.json at build time. */
declare const __VERSION__: string;

interface Window {
  /** Restricts script URLs; undefined in browsers without Trusted Types. */
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

declare module '*.mdx' {
  const text: import('./ui/legal/prose.tsx').MarkdownText;
  export default text;
}

/** Every target kind, in the displayed order; made by `build/target-kinds.ts`. */
declare module 'virtual:target-kinds' {
  const kinds: readonly {
    slug: string;
    name: string;
    guide: readonly string[];
    keywords: string;
  }[];
  export default kinds;
}

/** The documentation's facts about templates; made by `build/docs-facts.ts`. */
declare module 'virtual:docs-language' {
  const facts: import('./features/docs/language/facts.ts').LanguageFacts;
  export default facts;
}

/** Numbers and lists that the public pages and the documentation quote; made by `build/docs-facts.ts`. */
declare module 'virtual:docs-product' {
  const facts: {
    plans: import('../../lambdas/model/plans.ts').Plans;
    graceSeconds: number;
    storedDaysAtLeast: number;
    storageNoticePercent: number;
    maxTargetsWithoutLimit: number;
    maxBodyBytes: number;
    maxHops: number;
    maxParts: number;
    /** The maximum message length of each target kind that has one, written as part of a sentence. */
    updates: string;
    replies: string;
    lengths: string;
    /** The names of the companies that receive messages, written as part of a sentence. */
    companies: string;
    /** Maximum number of facts in a message for an unknown service. */
    maxFacts: number;
    senders: readonly { slug: string; name: string }[];
    push: { body: string; text: string; rich: import('../../lambdas/templates/rich/tree.ts').RichMessage };
  };
  export default facts;
}

/** The senders whose calls read well without a template, the most used first; made by `build/docs-facts.ts`. */
declare module 'virtual:senders' {
  const senders: readonly {
    slug: string;
    name: string;
    /** The setup of its signature, if it signs its calls. */
    proof?: {
      slug: import('../../lambdas/contract/senders.ts').SenderSlug;
      way: 'theirs' | 'chosen' | 'public' | 'brought';
      called: string;
    };
    /** The first line of the message for one of the service's samples. */
    says?: string;
    /** Up to four labels of its templates. */
    tells: readonly string[];
  }[];
  export default senders;
}

/** The senders on the page of all of them; made by `build/sender-pages.ts`. */
declare module 'virtual:sender-list' {
  interface Named {
    slug: string;
    name: string;
  }
  const list: {
    groups: readonly { group: string; senders: readonly Named[] }[];
    /** Senders that are not recognised, but whose signature can be checked. */
    verified: readonly Named[];
  };
  export default list;
}

/** The facts of each recognised sender's page, by its short name; made by `build/sender-pages.ts`. */
declare module 'virtual:sender-pages' {
  const pages: Readonly<Record<string, () => Promise<{ default: import('./features/senders/facts.ts').SenderFacts }>>>;
  export default pages;
}

/** Numbers of the tests; made by `build/testing-facts.ts`. */
declare module 'virtual:docs-testing' {
  const facts: Awaited<ReturnType<typeof import('../build/testing-facts.ts').testingFacts>>;
  export default facts;
}

/** The API as its OpenAPI document describes it; made by `build/docs-facts.ts`. */
declare module 'virtual:docs-api' {
  const facts: {
    version: string;
    chapters: readonly {
      name: string;
      description: string;
      calls: readonly {
        id: string;
        method: string;
        path: string;
        access: 'token' | 'cookie' | 'public';
        summary: string;
        description: string;
        parameters: readonly { name: string; place: string; needed: boolean; description: string }[];
        fields: readonly { name: string; type: string; needed: boolean; description: string }[];
        request?: string;
        status: string;
        answer?: string;
        errors: readonly string[];
      }[];
    }[];
    problems: readonly { code: string; status: number; title: string; description: string }[];
  };
  export default facts;
}

/** The senders whose calls can be verified, by name, then the general methods; made by `build/docs-facts.ts`. */
declare module 'virtual:proofs' {
  const proofs: readonly {
    slug: import('../../lambdas/contract/senders.ts').SenderSlug;
    name: string;
    /** True for a general method, for senders without a built-in scheme. */
    isGeneral: boolean;
    /** The source of the scheme; empty if the owner configures it. */
    source: string;
    /** The field, header or query parameter with the signature or secret. */
    place: string;
    proof: string;
    /** The signed content. */
    signed: readonly string[];
    /** The maximum age of a signature; 0 if it has no time. */
    toleranceSeconds: number;
    /** False if the proof is a secret in a header. It is not stored, so stored calls cannot be checked. */
    isKept: boolean;
    way: 'theirs' | 'chosen' | 'public' | 'brought';
    where: string;
    called: string;
    check?: string;
    note?: string;
  }[];
  export default proofs;
}

/** The same services by slug, with the data for a sentence about one; made by `build/docs-facts.ts`. */
declare module 'virtual:proof-names' {
  const names: Readonly<Record<string, { name: string; isKept: boolean }>>;
  export default names;
}

/** Lucide's icons that the pages use; made by `build/icons.ts`. */
declare module 'virtual:icons' {
  const icon: import('./ui/icon.ts').Icon;

  // biome-ignore format: a line for each name would be 85 lines
  export {
    icon as ArrowDown, icon as ArrowLeft, icon as ArrowRight, icon as ArrowUp, icon as BellRing, icon as Bold, icon as
    BookOpen, icon as Braces, icon as Check, icon as ChevronDown, icon as ChevronLeft, icon as ChevronRight, icon as
    Circle, icon as CircleCheck, icon as CircleDashed, icon as CircleDot, icon as CircleHelp, icon as CircleX, icon as
    Clock, icon as Clock3, icon as Code, icon as CodeXml, icon as Copy, icon as CopyPlus, icon as CornerDownLeft, icon
    as CreditCard, icon as Download, icon as ExternalLink, icon as Eye, icon as EyeOff, icon as Hash, icon as Heading,
    icon as Hourglass, icon as Info, icon as Italic, icon as LayoutDashboard, icon as Link, icon as List, icon as
    Lock, icon as LogOut, icon as Mail, icon as Menu, icon as MessageSquare, icon as MessageSquareText, icon as Minus,
    icon as Moon, icon as Move, icon as MoveDown, icon as MoveUp, icon as OctagonAlert, icon as PanelRight, icon as
    Pencil, icon as PictureInPicture2, icon as Play, icon as Plus, icon as ReceiptText, icon as RefreshCw, icon as
    Repeat2, icon as RotateCcw, icon as RotateCw, icon as Save, icon as ScanSearch, icon as Scissors, icon as Search,
    icon as Send, icon as Settings, icon as Settings2, icon as Share2, icon as ShieldAlert, icon as ShieldCheck, icon
    as SlidersHorizontal, icon as Sparkles, icon as Sun, icon as Table2, icon as Tag, icon as Trash2, icon as
    TriangleAlert, icon as Truck, icon as Undo2, icon as User, icon as Users, icon as WandSparkles, icon as Webhook,
    icon as WifiOff, icon as X,
  };
}
