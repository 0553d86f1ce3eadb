/*
 * The proof that a service sends with its calls, as data: one row per service, one reader for all of them
 * (`verify.ts`). A row is added only with a source that is the sender's own: its documentation, its SDK or its code.
 */

/** A row of the table of senders. */
export interface Scheme {
  name: string;
  /** The page or package of the sender that says so. */
  source: string;
  proof: Proof;
  /** The place of the proof in a call. */
  signature: Place;
  /** The signed content, in this order; empty for a secret that is sent unchanged. */
  signed: readonly Part[];
  time?: TimeStamp;
  /** The path of a list in the JSON body whose entries are signed one by one: paths of this row begin in an entry. */
  each?: string;
  /** The header that names the delivery, where the signature covers it. */
  idHeader?: string;
}

/** The method that makes the proof from the secret. */
export type Proof =
  | { by: 'hmac'; hash: 'sha256' | 'sha1' | 'sha512'; key: KeyForm }
  /** `key` is a public one: SPKI in base64, in the sender's form. */
  | { by: 'ecdsa-p256' }
  /** `key` is a public one: 32 bytes in hex. */
  | { by: 'ed25519' }
  /** The secret itself is sent; of HTTP Basic it is `user:password`. */
  | { by: 'secret' };

/** The encoding of the key's bytes in the secret: as text, or encoded; `whsec` = base64 after that prefix. */
export type KeyForm = 'text' | 'base64' | 'hex' | 'whsec';

export interface Place {
  /** Lower case. */
  header?: string;
  /** The common prefix of several headers, any of which can prove the call. */
  headersFrom?: string;
  /** A parameter of the query. */
  query?: string;
  /** A path through the JSON body. */
  body?: string;
  encoding: 'hex' | 'base64' | 'text';
  /** The prefix of the proof. */
  prefix?: string;
  /** For a header with a list of `name<join>value`: the name of the proofs in it. */
  list?: { separator: string; join: string; name: string };
}

/** A piece of the signed text. `url` is the called address, `form` are the sorted fields of a form. */
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
  /** A path through the JSON body. */
  body?: string;
  unit: 's' | 'ms' | 'iso';
  toleranceSeconds: number;
  /** A call without it is checked without a time, and the parts of its text that need a time are omitted. */
  optional?: true;
}

/** The call’s parts that a signature can cover. */
export interface SignedCall {
  method: string;
  /** The path with its slash. */
  path: string;
  /** Without the question mark. */
  query: string;
  /** Lower-case names; repeated ones joined by commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}
