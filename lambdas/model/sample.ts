import * as z from 'zod';
import type { InvocationContent } from './invocation.ts';

/** Maximum size of a webhook's sample bodies, in bytes. It is separate from the plan's storage. */
export const MAX_SAMPLES_BYTES = 5_242_880;

/** A call that its owner saved for tests, without its content. Deleting the call does not delete the sample. */
export const keptSampleSchema = z.object({
  /** The call's id, so each call is saved once. */
  id: z.string(),
  name: z.string(),
  /** The time at which the owner saved it (RFC 3339). `invokedAt` is when the call arrived. */
  keptAt: z.string(),
  invokedAt: z.string(),
  method: z.string(),
  /** Without the question mark. */
  query: z.string(),
  contentType: z.string(),
  /** Bytes of the body. */
  size: z.number(),
});
export type KeptSample = z.infer<typeof keptSampleSchema>;

export interface SampleStore {
  /**
   * Stores a sample with its content in one transaction.
   * @returns 'kept', or the reason for not storing it: 'known' means that this call was saved before
   */
  insert(
    userId: number,
    webhookId: number,
    sample: KeptSample,
    content: InvocationContent,
    limits: { most: number; maxBytes: number },
  ): Promise<'kept' | 'known' | 'too-many' | 'no-room' | 'webhook-gone'>;
  /** Most recently saved first. */
  list(userId: number, webhookId: number): Promise<KeptSample[]>;
  content(userId: number, webhookId: number, id: string): Promise<InvocationContent | undefined>;
  /** @returns false if it does not exist */
  rename(userId: number, webhookId: number, id: string, name: string): Promise<boolean>;
  /** @returns false if it does not exist */
  remove(userId: number, webhookId: number, id: string): Promise<boolean>;
  removeAll(userId: number, webhookId: number): Promise<void>;
}
