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
        Find the cause and the fix for every message of the product. For errors with a code such as T2001, see{' '}
        <TextLink to="/docs/template-reference" hash="errors">
          template errors
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
        Open the <TextLink to="/webhooks">webhook</TextLink> and find the call. If it is missing, the service did not
        reach Tellhook. Compare the URL, and check the <a href="#calls">reasons for rejected calls</a>.
      </li>
      <li>
        Open the call and check the status of the dispatch. Success means that the provider accepted the message. Check
        that you look at the right chat, and for Teams check the workflow’s run history.
      </li>
      <li>Retrying: see the reason and the time of the next attempt.</li>
      <li>Waiting: check on the webhook’s page which target is not accepting messages.</li>
      <li>Failed: follow the link in the red box to the answer on this page.</li>
      <li>
        Open the <TextLink to="/targets">target</TextLink> and select Send Test Message to test delivery without a call.
      </li>
    </ol>
  );
}
