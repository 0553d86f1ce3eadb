import { TextLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { type Answer, answers } from '../troubleshooting/answers.ts';
import { groups } from '../troubleshooting/groups.ts';

const sections: readonly DocsSection[] = [
  {
    id: 'not-arrived',
    title: 'A message did not arrive',
    keywords: 'missing nothing arrives not delivered why where is my message',
    Content: NotArrived,
  },
  ...groups.map(({ about, ...group }) => ({
    ...group,
    Content: () =>
      about.map((id) => {
        const { title, why, todo, also = [] }: Answer = answers[id];
        return (
          <Section key={id} level={3} id={id} title={title}>
            {/* The other codes that lead here. */}
            {also.map((code) => (
              <span key={code} id={code} className="scroll-mt-24" />
            ))}
            <p>{why}</p>
            {todo.length === 1 ? (
              <p>{todo[0]}</p>
            ) : (
              <ul>
                {todo.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ul>
            )}
          </Section>
        );
      }),
  })),
];

export const TroubleshootingDocs = () => (
  <DocsPage
    at="/docs/troubleshooting"
    sections={sections}
    lead={
      <p>
        Every message of the product with its reason and what to do. Messages in the product link to their place here.
        For errors with a code such as T2001, see the{' '}
        <TextLink to="/docs/template-reference" hash="errors">
          errors of templates
        </TextLink>
        .
      </p>
    }
  />
);

function NotArrived() {
  return (
    <ol className="flex flex-col gap-1.5">
      <li>
        Open the <TextLink to="/webhooks">webhook</TextLink> and look for the call. If it is not there, the sender did
        not reach us: compare the URL, and look at <a href="#calls">why calls are refused</a>.
      </li>
      <li>
        Open the call. Success means that the service took the message: look into the right chat, and for Teams into the
        workflow&apos;s run history.
      </li>
      <li>Retrying: it failed for now; the reason and the next attempt stand there.</li>
      <li>Waiting: it is behind others of its target; the webhook&apos;s page says which target takes nothing.</li>
      <li>Failed: the red box says why. Its link leads to the answer on this page.</li>
      <li>
        Open the <TextLink to="/targets">target</TextLink> and press Send Test Message to try the way without a call.
      </li>
    </ol>
  );
}
