import type { Look } from '../../../frontend/src/ui/look.ts';
import { Payload } from '../../../frontend/src/ui/message-frame.tsx';

export const look: Look = {
  plain: ({ text, part, parts, webhookName }) => (
    <Payload>{JSON.stringify({ type: 'message', data: { webhook: webhookName, text, part, parts } }, null, 2)}</Payload>
  ),
};
