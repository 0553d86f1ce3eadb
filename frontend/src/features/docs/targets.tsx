import { Section } from '../../ui/legal/prose.tsx';

export const targetParts = [
  { id: 'slack', title: 'Slack' },
  { id: 'telegram', title: 'Telegram' },
  { id: 'microsoft-teams', title: 'Microsoft Teams' },
  { id: 'whatsapp', title: 'WhatsApp' },
  { id: 'email', title: 'E-mail' },
] as const;

export function Targets() {
  return (
    <Section id="targets" title="Targets">
      <p>
        A target is where messages go: a chat, a channel, a mailbox. Enter a name, choose a type, and follow the steps.
        Only active targets can be chosen for a webhook. A target that you disable keeps its messages; they go out in
        order when you switch it on again.
      </p>
      <Section level={3} id="slack" title="Slack">
        <p>
          Press Create, choose your workspace and a channel at Slack, and allow the app. You come back with an active
          target.
        </p>
      </Section>
      <Section level={3} id="telegram" title="Telegram">
        <p>
          Press Proceed. You get an activation code: send it to the bot in a private chat, or add the bot to a group or
          channel and send it there. The target becomes active as soon as the code arrives; the dialog checks every 15
          seconds.
        </p>
      </Section>
      <Section level={3} id="microsoft-teams" title="Microsoft Teams">
        <ol>
          <li>In Teams, open the Workflows app and choose "Post to a channel when a webhook request is received".</li>
          <li>Choose team and channel and create the workflow.</li>
          <li>Copy its URL, press Proceed here and paste it.</li>
        </ol>
      </Section>
      <Section level={3} id="whatsapp" title="WhatsApp">
        <p>
          Offered where the operator has a WhatsApp business number. You receive a code and confirm that the number is
          yours.
        </p>
      </Section>
      <Section level={3} id="email" title="E-mail">
        <p>
          Any address but your own confirmed one has to be confirmed by a link that is sent there. Every mail has a link
          that unsubscribes with one click.
        </p>
      </Section>
    </Section>
  );
}
