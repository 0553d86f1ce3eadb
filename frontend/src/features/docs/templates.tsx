import { CodeBlock } from '../../ui/code.tsx';
import { Section } from '../../ui/legal/prose.tsx';

const example = 'New order from {{ customer.name }}: {{ total }} euro\n{{ $count(items) }} items';

export function Templates() {
  return (
    <Section id="templates" title="Templates">
      <p>
        A template turns the payload into a message. Text stays as it is; what stands in double braces is looked up in
        the payload. Without a template, the message lists all fields of the payload.
      </p>
      <CodeBlock text={example} label="Copy the example" copied="Example copied to Clipboard" />
      <p>
        Try templates in the editor, best with a call that your webhook received: open an invocation and press Open in
        Editor. A template that fails never loses a call; you get a short notice instead of the message.
      </p>
    </Section>
  );
}
