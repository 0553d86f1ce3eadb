import { inject } from 'vitest';
import type { Addresses } from '../support/product.ts';

export type Product = Addresses & { fakesUrl: string };

/** This worker's local run. vitest numbers its workers from 1. */
export const sharedProduct = (): Product => {
  const worker = Number(process.env.VITEST_POOL_ID);
  const product = inject('products')[worker - 1];
  if (!product) throw new Error(`There is no local run for worker ${worker}.`);
  return product;
};
