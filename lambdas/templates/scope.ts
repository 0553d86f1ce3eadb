import type { Names } from './expression.ts';
import { type CallFacts, lowerCaseHeaders, parseQuery } from './payload.ts';
import { ROOT } from './sugar.ts';

/** The names in a block. `outer` contains those of the surrounding blocks. */
export class Scope implements Names {
  private readonly own = new Map<string, unknown>();
  private readonly outer: Names;

  constructor(outer: Names) {
    this.outer = outer;
  }

  set(name: string, value: unknown): void {
    this.own.set(name, value);
  }

  has(name: string): boolean {
    return this.own.has(name) || this.outer.has(name);
  }

  get(name: string): unknown {
    return this.own.has(name) ? this.own.get(name) : this.outer.get(name);
  }
}

let readFields: (facts: CallFacts) => unknown = () => undefined;

/** Sets the reader of XML, form uploads and emails, which comes with the default message. The editor loads it later. */
export function setFieldsReader(reader: typeof readFields): void {
  readFields = reader;
}

/**
 * A template's variables for its call: `$root`, `$raw`, `$fields`, `$headers`, `$query`, `$method`. Each is created on
 * first use.
 */
export class CallNames implements Names {
  private readonly facts: CallFacts;
  private readonly payload: unknown;
  private fields: unknown;
  private headers: unknown;
  private query: unknown;

  constructor(facts: CallFacts, payload: unknown) {
    this.facts = facts;
    this.payload = payload;
  }

  has(name: string): boolean {
    return callNames.has(name);
  }

  get(name: string): unknown {
    switch (name) {
      case ROOT:
      case 'root':
        return this.payload;
      case 'raw':
        return this.facts.undecodable ? '' : this.facts.body;
      case 'fields':
        this.fields ??= readFields(this.facts);
        return this.fields;
      case 'method':
        return this.facts.method;
      case 'headers':
        this.headers ??= lowerCaseHeaders(this.facts.headers);
        return this.headers;
      case 'query':
        this.query ??= parseQuery(this.facts.query);
        return this.query;
      default:
        return undefined;
    }
  }
}

const callNames = new Set([ROOT, 'root', 'raw', 'fields', 'headers', 'query', 'method']);
