import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ContactForm } from './contact-form.tsx';
import { texts } from './texts.ts';

export function ContactPage() {
  return (
    <Page title={texts.title} intro={texts.intro} width="form">
      <Panel>
        <ContactForm />
      </Panel>
    </Page>
  );
}
