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
        A webhook is an address that takes calls. Each call, an invocation, is stored and told to every target of the
        webhook; each of these deliveries is a dispatch.
      </p>
    }
  />
);
