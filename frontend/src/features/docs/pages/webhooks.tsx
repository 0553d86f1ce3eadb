import { DocsPage } from '../docs-page.tsx';
import { callingSections } from './webhooks/calling.tsx';
import { deliverySections } from './webhooks/delivery.tsx';
import { settingsSections } from './webhooks/settings.tsx';

const sections = [...callingSections, ...deliverySections, ...settingsSections];

export const WebhooksDocs = () => (
  <DocsPage
    at="/docs/webhooks"
    sections={sections}
    lead={
      <p>
        A webhook is a URL that receives calls. Tellhook stores each call (an invocation) and sends it to every target.
        Each delivery is a dispatch.
      </p>
    }
  />
);
