import type { Sender } from './ready-made.ts';
import { packedSenders, phrases } from './senders.gen.ts';
import { unpackedSender } from './unpack.ts';

/** The senders in `integrations/senders` whose calls are recognised, in the order in which they are checked. */
export const senders: Sender[] = packedSenders.map((sender) => unpackedSender(sender, phrases));
