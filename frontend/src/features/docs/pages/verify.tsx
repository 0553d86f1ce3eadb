import proofs from 'virtual:proofs';
import { INVOKE_URL_BITS, REJECTIONS_DAYS } from '#contract/bounds';
import { TextLink } from '../../../ui/button.tsx';
import { Section } from '../../../ui/legal/prose.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Note, Table } from '../parts.tsx';
import {
  githubSamples,
  shopifySamples,
  slackSamples,
  standardSamples,
  storedCallSamples,
  stripeSamples,
} from '../samples/verify.ts';
import { Samples } from '../samples.tsx';

const sections: readonly DocsSection[] = [
  { id: 'what', title: 'Trust and the invoke URL', keywords: 'trust authentic security', Content: What },
  {
    id: 'switch-on',
    title: 'Set up verification',
    keywords: 'signature secret refuse reject enforce report label 401 who may call',
    Content: SwitchOn,
  },
  { id: 'refused', title: 'Rejected calls', keywords: '401 refused unverified deliver anyway', Content: Refused },
  { id: 'rotate', title: 'Rotate a secret', keywords: 'rotate rotation leaked', Content: Rotate },
  {
    id: 'github',
    title: 'Verify that a call came from GitHub',
    keywords: 'signature x-hub-signature-256 secret hmac meta gitea',
    Content: GitHub,
  },
  { id: 'stripe', title: 'Stripe', keywords: 'verify signature stripe-signature', Content: Stripe },
  { id: 'slack', title: 'Slack', keywords: 'verify signature x-slack-signature', Content: Slack },
  { id: 'gitlab', title: 'GitLab', keywords: 'verify token x-gitlab-token signing', Content: GitLab },
  { id: 'shopify', title: 'Shopify', keywords: 'verify hmac x-shopify-hmac-sha256', Content: Shopify },
  {
    id: 'others',
    title: 'Other services',
    keywords: 'standard webhooks svix twilio verify signature',
    Content: Others,
  },
  {
    id: 'pitfalls',
    title: 'Fix a genuine call that fails verification',
    keywords: 'signature mismatch wrong fails invalid',
    Content: Pitfalls,
  },
  { id: 'senders', title: 'Steps for each service', keywords: 'preset secret signing key', Content: Senders },
];

export const VerifyDocs = () => (
  <DocsPage
    at="/docs/verify"
    sections={sections}
    lead={
      <p>
        Anyone with an invoke URL can call it, so many services sign their calls. Give Tellhook the secret and it
        verifies each signature. This page also shows how to verify a call in your own code.
      </p>
    }
  />
);

function What() {
  return (
    <>
      <p>
        The invoke URL is itself a secret ({INVOKE_URL_BITS} random bits). No one can call your webhook without it.
        Signatures are checked only after you set up verification. Tellhook stores the body and the signature headers
        unchanged, so you can verify a call until it expires:
      </p>
      <ul>
        <li>on the webhook’s page, with “Check the last 20 calls”,</li>
        <li>in the invocation, under Raw body and Raw headers,</li>
        <li>
          with the API request <code>GET /invocation/{'{id}'}</code>.
        </li>
      </ul>
      <p>
        A template can show a header such as <code>{'{{ $headers.`x-github-event` }}'}</code>, but a header does not
        prove who made the call.
      </p>
      <Note>
        If a forged message could do harm, verify the call or check the original system before you act on a chat
        message.
      </Note>
    </>
  );
}

function SwitchOn() {
  return (
    <>
      <ol>
        <li>
          Open the webhook and select the service that calls it. Choose the service in the window. The window and{' '}
          <TextLink to="/docs/verify" hash="senders">
            the list of services
          </TextLink>{' '}
          show where to find the secret.
        </li>
        <li>
          Paste the service’s secret, or generate one and enter it at the service. A secret needs at least 8 bytes after
          decoding. It is stored encrypted and never shown again.
        </li>
        <li>
          Select “Check the last 20 calls”. The result shows how many calls pass and why others fail, such as a missing
          line break or an extra space in the secret.
        </li>
        <li>
          Start with “Accept and label”: all calls are accepted, and the list shows the verification status. When all
          genuine calls pass, choose “Reject”. Unverified calls then return 401 (
          <code>urn:tellhook:error:unverified</code>) and are not counted.
        </li>
      </ol>
      <p>
        You can add Allowed IPs, with or without a service. Your own test calls always pass. URL verification requests
        from Zoom, Discord and Asana are answered if you chose that service.
      </p>
    </>
  );
}

function Refused() {
  return (
    <>
      <p>
        The line below the URL counts the calls rejected in the last {REJECTIONS_DAYS} days. Each shows the reason and
        how to fix it. Select “Accept and deliver” for a call that was yours. It is stored, delivered and counted as one
        call.
      </p>
      <p>
        Tellhook stores up to six rejected calls a minute and counts the rest. It keeps the first 16 KB of a body. A
        larger call can’t be delivered later. Repeated calls without a valid proof from one IP address return 429 for a
        while.
      </p>
    </>
  );
}

function Rotate() {
  return (
    <ol>
      <li>Select Change next to Verification, and paste or generate the new secret.</li>
      <li>Choose how long the previous secret is accepted. The default is one day.</li>
      <li>Enter the new secret at the service. Calls with either secret pass, so you lose none.</li>
      <li>
        Select “Check the last 20 calls” to see which secret signed each call. When no calls use the old one, select
        “Remove now”.
      </li>
    </ol>
  );
}

const SIGNED: Readonly<Record<string, string>> = {
  time: 'the time',
  method: 'the method',
  url: 'the URL',
  id: 'the id',
};

/** A service's proof as a sentence. */
function proofOf({ proof, place, signed, toleranceSeconds, isKept }: (typeof proofs)[number]): string {
  if (!isKept) return `Proof: ${proof}, in ${place}.`;
  const parts = signed.map(
    (part) => SIGNED[part] ?? (part === 'form' ? 'the fields of a form' : part === 'body' ? 'the body' : part),
  );
  const age = toleranceSeconds > 0 ? ` Maximum age: ${toleranceSeconds} seconds.` : '';
  return `Proof: ${proof} over ${parts.join(', ')}, in ${place}.${age}`;
}

const pasteOf = ({ way, called }: (typeof proofs)[number]): string => {
  switch (way) {
    case 'chosen':
      return `Enter the same long, random ${called} at the service and here. Tellhook can generate one.`;
    case 'theirs':
      return `Copy the ${called} and paste it here.`;
    case 'public':
      return `Copy the ${called} and paste it here. It is not a secret.`;
    case 'brought':
      return `Nothing to paste. The service sends it as ${called}.`;
  }
};

function Senders() {
  return (
    <>
      <p>Menus may change. The description of each signature is based on the source next to it.</p>
      {proofs.map((proof) => (
        <Section key={proof.slug} level={3} id={`from-${proof.slug}`} title={`Calls of ${proof.name}`}>
          <ol>
            <li>{proof.where}</li>
            <li>
              {pasteOf(proof)} {proof.note}
            </li>
            <li>
              {proof.check ?? 'Trigger an event in the service.'}{' '}
              {proof.isKept
                ? 'Then select “Check the last 20 calls” here.'
                : 'Then check the call’s label in the list.'}
            </li>
          </ol>
          <p>
            {proofOf(proof)}
            {proof.source !== '' && ` Source: ${proof.source}.`}
          </p>
        </Section>
      ))}
    </>
  );
}

function GitHub() {
  return (
    <>
      <ol>
        <li>
          In GitHub, open the webhook under Settings &gt; Webhooks and enter a long, random Secret. Choose the content
          type application/json.
        </li>
        <li>
          GitHub now sends <code>X-Hub-Signature-256: sha256=…</code> with every call: the HMAC-SHA256 of the raw body
          with your secret, in hex.
        </li>
        <li>Compute the same over the raw body and compare both in constant time:</li>
      </ol>
      <Samples code={githubSamples} />
      <p>To verify a stored call, use its raw body and headers from the API:</p>
      <Samples code={storedCallSamples} />
      <p>
        To test your code, use the secret <code>It&apos;s a Secret to Everybody</code>, body <code>Hello, World!</code>,
        signature <code>sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17</code>. GitHub&apos;s
        signature has no timestamp, so store <code>X-GitHub-Delivery</code> to detect replayed calls. Meta (WhatsApp,
        Facebook) uses the same scheme.
      </p>
    </>
  );
}

function Stripe() {
  return (
    <>
      <p>
        The header <code>Stripe-Signature</code> has a timestamp and one or more signatures over <code>time.body</code>.
        The key is the endpoint’s full signing secret, including <code>whsec_</code>. Reject live calls older than five
        minutes. For a stored call, compare with its arrival time.
      </p>
      <Samples code={stripeSamples} />
    </>
  );
}

function Slack() {
  return (
    <>
      <p>
        The key is the Signing Secret of your Slack app. The signed text is <code>v0:time:body</code>.
      </p>
      <Samples code={slackSamples} />
    </>
  );
}

function GitLab() {
  return (
    <p>
      GitLab sends a Secret token as <code>X-Gitlab-Token</code>. Tellhook masks this header before storage, so a stored
      call can’t be verified later. Use a signing token instead. GitLab then signs according to{' '}
      <TextLink to="/docs/verify" hash="others">
        Standard Webhooks
      </TextLink>
      .
    </p>
  );
}

function Shopify() {
  return (
    <>
      <p>
        <code>X-Shopify-Hmac-Sha256</code> is the HMAC-SHA256 of the raw body in Base64. The key is the app’s client
        secret.
      </p>
      <Samples code={shopifySamples} />
    </>
  );
}

function Others() {
  return (
    <>
      <p>
        Standard Webhooks (GitLab signing tokens, Svix with headers <code>svix-*</code>, and Tellhook&apos;s own HTTP
        targets) sign <code>id.time.body</code>:
      </p>
      <Samples code={standardSamples} />
      <Table
        label="Signatures by service"
        head={['Service', 'Header', 'Signed text', 'Encoding']}
        rows={[
          ['GitHub, Meta', 'X-Hub-Signature-256', 'body', 'sha256= and hex'],
          ['Stripe', 'Stripe-Signature', 'time.body', 'hex'],
          ['Slack', 'X-Slack-Signature', 'v0:time:body', 'v0= and hex'],
          ['Shopify', 'X-Shopify-Hmac-Sha256', 'body', 'Base64'],
          ['Standard Webhooks', 'webhook-signature', 'id.time.body', 'v1, and Base64'],
          ['Twilio', 'X-Twilio-Signature', 'URL and sorted form fields, HMAC-SHA1', 'Base64'],
        ].map(([sender, ...rest]) => ({ key: String(sender), cells: [sender, ...rest] }))}
      />
    </>
  );
}

function Pitfalls() {
  return (
    <ul>
      <li>
        The body was parsed and serialised again. Use the raw bytes: any change of spaces or field order changes the
        signature.
      </li>
      <li>
        The body is not text. The API returns it in Base64 and sets <code>raw_body_encoding</code>. Decode it first.
      </li>
      <li>
        The list of calls returns only the beginning of a body (<code>raw_body_truncated</code>). Request the single
        invocation.
      </li>
      <li>The secret belongs to another webhook, ends with a line break, or was changed after the call.</li>
      <li>
        The call is older than the five minutes that Stripe, Slack and Standard Webhooks allow. Compare with its arrival
        time.
      </li>
    </ul>
  );
}
