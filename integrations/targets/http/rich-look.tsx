import type { ShowRich } from '../../../frontend/src/ui/look.ts';
import { Payload } from '../../../frontend/src/ui/message-frame.tsx';

export const richLook: ShowRich = ({ rich, text, part, parts, webhookName }) => (
  <Payload>
    {JSON.stringify({ type: 'message', data: { webhook: webhookName, text, part, parts, rich } }, null, 2)}
  </Payload>
);
