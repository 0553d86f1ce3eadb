/*
 * Signing methods of services as data: one row per service, interpreted by `verify.ts`. Each row names its source in
 * the service's documentation, SDK or code.
 */

/** One service's signing method. */
export interface Scheme {
  name: string;
  /** The documentation page or package that describes the method. */
  source: string;
  proof: Proof;
  /** The place of the proof in a call. */
  signature: Place;
  /** The signed parts, in this order; empty for a secret that is sent unchanged. */
  signed: readonly Part[];
  time?: TimeStamp;
  /**
   * The path of a list in the JSON body whose entries are signed individually. Other paths of this row are then
   * relative to an entry.
   */
  each?: string;
  /** The header with the delivery's id, if the signature covers it. */
  idHeader?: string;
}

/** The method by which a service proves that it knows the secret. */
export type Proof =
  | { by: 'hmac'; hash: 'sha256' | 'sha1' | 'sha512'; key: KeyForm }
  /** `key` is a public key: SPKI in base64, as the sender shows it. */
  | { by: 'ecdsa-p256' }
  /** `key` is a public key: 32 bytes in hex. */
  | { by: 'ed25519' }
  /** The secret itself is sent; for HTTP Basic it is `user:password`. */
  | { by: 'secret' };

/** The encoding of the key in the secret. `whsec` is base64 after the prefix `whsec_`. */
export type KeyForm = 'text' | 'base64' | 'hex' | 'whsec';

export interface Place {
  /** A header, in lower case. */
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
  /** The format of a header with a list of `<name><join><value>` pairs. `name` is the name of pairs with a proof. */
  list?: { separator: string; join: string; name: string };
}

/** A part of the signed text. `url` is the called URL, `form` the sorted form fields. */
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
  /** The name of the time's pair in the signature header's list. */
  listed?: string;
  /** A path in the JSON body. */
  body?: string;
  unit: 's' | 'ms' | 'iso';
  toleranceSeconds: number;
  /** Set if calls can have no time. It is then not checked, and is not part of the signed text. */
  optional?: true;
}

/** The signable parts of a call. */
export interface SignedCall {
  method: string;
  /** The URL's path with its leading slash. */
  path: string;
  /** The query without its question mark. */
  query: string;
  /** Headers by lower-case name. Repeated headers are joined with commas. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}
