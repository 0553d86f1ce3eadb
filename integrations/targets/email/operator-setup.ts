import type { OperatorSetup } from '../../../lambdas/targets/operator-setup.ts';

/** Returns the manual steps, such as DNS records. The deployment creates the SES identity that sends the emails. */
export const operatorSetup: OperatorSetup = async ({ mailFrom, appUrl }) => {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return [
    {
      state: 'by hand',
      text: `Publish the three DKIM records of ${domain}: SES console, Identities, ${domain}, or print them with`,
      document: `aws ses get-identity-dkim-attributes --identities ${domain}`,
    },
    {
      state: 'by hand',
      text: `Publish the two records of bounce.${domain}, the envelope sender, with your stage’s region. Without them, SPF does not match the sender.`,
      document: [
        `bounce.${domain}  MX   10 feedback-smtp.<region>.amazonses.com`,
        `bounce.${domain}  TXT  "v=spf1 include:amazonses.com ~all"`,
      ].join('\n'),
    },
    {
      state: 'by hand',
      text: 'Publish a DMARC policy for the domain; mailbox providers reject bulk email without one.',
      document: `_dmarc.${domain}  TXT  "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
    },
    {
      state: 'by hand',
      text: 'Request production access from AWS. Until then, SES accepts 200 emails a day, one a second, to verified addresses only. To check:',
      document: 'aws ses get-send-quota',
    },
    {
      state: 'by hand',
      text: `Bounces and complaints are reported automatically (configuration set, topic, function). To test this, create a target for bounce@simulator.amazonses.com at ${appUrl}. It becomes inactive.`,
    },
  ];
};
