/*
 * A service's signing method as data: one row per service, read by `verify.ts`. Each row names its source: the
 * service's own documentation, SDK or code.
 */

/** A row of the table of senders. */
export interface Scheme {
  name: string;
  /** The source: a page or package of the sender. */
  source: string;
  proof: Proof;
  /** The place of the proof in a call. */
  signature: Place;
  /** The signed parts, in this order; empty for a secret that is sent unchanged. */
  signed: readonly Part[];
  time?: TimeStamp;
  /**
   * The path of a list in the JSON body whose entries are signed one by one. Other paths of this row then start in an
   * entry.
   */
  each?: string;
  /** The header with the delivery's id, if the signature covers it. */
  idHeader?: string;
}

/** The method that computes the proof from the secret. */
export type Proof =
  | { by: 'hmac'; hash: 'sha256' | 'sha1' | 'sha512'; key: KeyForm }
  /** `key` is a public key: SPKI in base64, as the sender shows it. */
  | { by: 'ecdsa-p256' }
  /** `key` is a public key: 32 bytes in hex. */
  | { by: 'ed25519' }
  /** The secret itself is sent; for HTTP Basic it is `user:password`. */
  | { by: 'secret' };

/** The encoding of the key's bytes in the secret: as text, or encoded; `whsec` = base64 after that prefix. */
export type KeyForm = 'text' | 'base64' | 'hex' | 'whsec';

export interface Place {
  /** Lower case. */
  header?: string;
  /** The common prefix of several headers, any of which can carry the proof. */
  headersFrom?: string;
  /** A query parameter. */
  query?: string;
  /** A path in the JSON body. */
  body?: string;
  encoding: 'hex' | 'base64' | 'text';
  /** The prefix of the proof. */
  prefix?: string;
  /** The form of a header with a list of `name<join>value`; `name` comes before a proof. */
  list?: { separator: string; join: string; name: string };
}

/** A piece of the signed text. `url` is the called URL, `form` the sorted form fields. */
export type Part =
  | 'body'
  | 'time'
  | 'id'
  | 'method'
  | 'url'
  | 'form'
  | { text: string }
  | { fields: readonly string[]; separator: string };

export interface TimeStamp {
  header?: string;
  /** The name of the time in the list of the signature's header. */
  listed?: string;
  /** A path in the JSON body. */
  body?: string;
  unit: 's' | 'ms' | 'iso';
  toleranceSeconds: number;
  /** If a call has no time, it is checked without one, and the signed text omits the time. */
  optional?: true;
}

/** The signable parts of a call. */
export interface SignedCall {
  method: string;
  /** The path with its leading slash. */
  path: string;
  /** Without the question mark. */
  query: string;
  /** Lower-case names; repeated ones joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}
