import { TextLink } from '../../ui/button.tsx';
import { Operator } from '../../ui/legal/operator.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ContactForm } from './contact-form.tsx';
import { texts } from './texts.ts';

export function ContactPage() {
  return (
    <Page title={texts.title} intro={texts.intro} width="form">
      <div className="flex flex-col gap-4">
        <Panel>
          <ContactForm />
        </Panel>
        <Panel title={texts.before}>
          <div className="flex flex-col gap-2 text-ink-2">
            <p>
              {texts.docs} <TextLink to="/docs">{texts.docsLink}</TextLink>
              {texts.or} <TextLink to="/docs/troubleshooting">{texts.troubleshooting}</TextLink>.
            </p>
            <p>{texts.support}</p>
          </div>
        </Panel>
        <Panel title={texts.operator}>
          <Operator here />
        </Panel>
      </div>
    </Page>
  );
}
