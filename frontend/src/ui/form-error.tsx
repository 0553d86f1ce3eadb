import { CircleX } from 'virtual:icons';
import type { Refusal } from '../lib/errors.ts';
import { HelpLink } from './help-link.tsx';
import { Notice } from './panel.tsx';

/** The red box that lists a form's errors. */
export function FormError({ title, refusal: { messages, code } }: { title?: string; refusal: Refusal }) {
  if (messages.length === 0) return null;
  return (
    <Notice tone="error" icon={<CircleX size={18} aria-hidden />}>
      {title && <p className="font-semibold">{title}</p>}
      {messages.length === 1 ? (
        <p>{messages[0]}</p>
      ) : (
        <ul className="list-disc pl-4">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <HelpLink code={code} className="text-meta" />
    </Notice>
  );
}
