import { existsSync, readFileSync } from 'node:fs';
import { inject } from 'vitest';
import { type Addresses, eventually } from '../support/product.ts';

export type Product = Addresses & { fakesUrl: string };

/** The workers' local runs, or the reason why they have not started. */
export type Started = { products: Product[] } | { failure: string };

const file = inject('productsFile');
// A first run builds the product.
await eventually(async () => existsSync(file), 'the local runs of the journeys', 240_000);
const started = JSON.parse(readFileSync(file, 'utf8')) as Started;

/** This worker's local run. vitest numbers its workers from 1. */
export const sharedProduct = (): Product => {
  if ('failure' in started) throw new Error(started.failure);
  const worker = Number(process.env.VITEST_POOL_ID);
  const product = started.products[worker - 1];
  if (!product) throw new Error(`There is no local run for worker ${worker}.`);
  return product;
};
