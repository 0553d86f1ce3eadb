import { inject } from 'vitest';
import type { Addresses } from '../support/product.ts';

export type Product = Addresses & { fakesUrl: string };

/** The local run that this worker's journeys use; vitest numbers its workers from 1. */
export const sharedProduct = (): Product => {
  const worker = Number(process.env.VITEST_POOL_ID);
  const product = inject('products')[worker - 1];
  if (!product) throw new Error(`There is no local run for worker ${worker}.`);
  return product;
};
