import kinds from 'virtual:target-kinds';
import { Section } from '../../ui/legal/prose.tsx';

const anchor = (slug: string) => `target-${slug}`;

export const targetParts = kinds.map(({ slug, name }) => ({ id: anchor(slug), title: name }));

/** What a target is, and how each kind is set up, in the words of the kinds themselves. */
export function Targets() {
  return (
    <Section id="targets" title="Targets">
      <p>
        A target is where messages go: a chat, a channel, a mailbox. Enter a name, choose a type, and follow the steps.
        Only active targets can be chosen for a webhook. A target that you disable keeps its messages; they go out in
        order when you switch it on again.
      </p>
      <p>
        Send Test Message on the page of a target sends one message at once and says what came of it, also while the
        target is disabled.
      </p>
      {kinds.map(({ slug, name, guide }) => (
        <Section key={slug} level={3} id={anchor(slug)} title={name}>
          {guide.length === 1 ? (
            <p>{guide[0]}</p>
          ) : (
            <ol>
              {guide.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
        </Section>
      ))}
    </Section>
  );
}
