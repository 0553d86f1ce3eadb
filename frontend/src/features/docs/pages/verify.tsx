import proofs from 'virtual:proofs';
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
  { id: 'what', title: 'What you can rely on', keywords: 'trust authentic security', Content: What },
  {
    id: 'switch-on',
    title: 'Let Tellhook verify calls',
    keywords: 'signature secret refuse enforce report mark 401 who may call',
    Content: SwitchOn,
  },
  { id: 'refused', title: 'Refused calls', keywords: '401 rejected unverified deliver anyway', Content: Refused },
  { id: 'rotate', title: 'Exchange a secret', keywords: 'rotate rotation leaked', Content: Rotate },
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
  { id: 'others', title: 'Other senders', keywords: 'standard webhooks svix twilio verify signature', Content: Others },
  {
    id: 'pitfalls',
    title: 'When a genuine call does not verify',
    keywords: 'signature mismatch wrong fails invalid',
    Content: Pitfalls,
  },
  { id: 'senders', title: 'The steps at each sender', keywords: 'preset secret signing key', Content: Senders },
];

export const VerifyDocs = () => (
  <DocsPage
    at="/docs/verify"
    sections={sections}
    lead={
      <p>
        Anybody who knows an invoke URL can call it. Many services therefore sign their calls. Tellhook checks such
        signatures when you give it the secret; how to check one yourself is explained further below.
      </p>
    }
  />
);

function What() {
  return (
    <>
      <p>
        The invoke URL itself is a secret of 128 random bits: without it, nobody reaches your webhook. Until you choose
        who may call, signatures are not looked at. Body and headers of a signature are stored as they came, so that any
        call can be checked, at any time while it is kept:
      </p>
      <ul>
        <li>on the webhook’s page, with the button “Check the last 20 calls”, as described below,</li>
        <li>in the invocation, under Raw body and Raw headers,</li>
        <li>
          with the API, with the request <code>GET /invocation/{'{id}'}</code>.
        </li>
      </ul>
      <p>
        A template can show who claims to have called, for example <code>{'{{ $headers.`x-github-event` }}'}</code>, but
        it proves nothing.
      </p>
      <Note>
        If a forged message would do harm, do not act on the chat message alone: look at the system it is about, or
        verify the call first.
      </Note>
    </>
  );
}

function SwitchOn() {
  return (
    <>
      <ol>
        <li>
          Open the webhook and press Choose in the line below its URL. Choose who calls; the window says where the
          secret stands, and so does{' '}
          <TextLink to="/docs/verify" hash="senders">
            the list of senders
          </TextLink>
          .
        </li>
        <li>
          Paste the secret that the sender shows, or enter the same one in both places; Tellhook can make one. It needs
          at least 8 bytes, decoded where the sender encodes it. It is stored encrypted, and nobody sees it again.
        </li>
        <li>
          Press “Check the last 20 calls”. It says how many of them pass, and of the others why not: a lost line break,
          a secret with a blank, the signature of another sender.
        </li>
        <li>
          Choose “Mark them” first: all calls are taken, and each says in the list whether it is verified. Choose
          “Refuse them” when you trust it. The others are then answered 401 (<code>urn:tellhook:error:unverified</code>)
          and are not counted.
        </li>
      </ol>
      <p>
        A list of addresses can stand beside a sender, or alone. Test calls that you send yourself always pass. The
        handshakes of Zoom, Discord and Asana are answered for webhooks that have these senders.
      </p>
    </>
  );
}

function Refused() {
  return (
    <>
      <p>
        The line below the URL counts the calls that were refused in the last seven days. Each says why, and what
        repairs it; press “Deliver it” at one that was yours: it is stored and sent, says that it was let in, and counts
        as one call.
      </p>
      <p>
        Of many at once at most six a minute are kept, the others are counted. The first 16 KB of a body are kept; a
        larger call cannot be delivered later. An address that goes on without a proof is answered 429 for a while.
      </p>
    </>
  );
}

function Rotate() {
  return (
    <ol>
      <li>Press Change in the line below the URL, and paste the new secret, or make one.</li>
      <li>Choose for how long the previous one is accepted: a day, when nothing else is said.</li>
      <li>Enter the new one at the sender. Calls with either of them pass, so none is lost.</li>
      <li>
        “Check the last 20 calls” says which secret signed how many. When the old one signs none, press “End now”.
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

/** What the row of a sender says of its proof, as a sentence. */
function proofOf({ proof, place, signed, toleranceSeconds, isKept }: (typeof proofs)[number]): string {
  if (!isKept) return `Proof: ${proof}, in ${place}.`;
  const parts = signed.map(
    (part) => SIGNED[part] ?? (part === 'form' ? 'the fields of a form' : part === 'body' ? 'the body' : part),
  );
  const age = toleranceSeconds > 0 ? ` It may be ${toleranceSeconds} seconds old.` : '';
  return `Proof: ${proof} over ${parts.join(', ')}, in ${place}.${age}`;
}

const pasteOf = ({ way, called }: (typeof proofs)[number]): string => {
  switch (way) {
    case 'chosen':
      return `Enter the same ${called} there and here; a long random one. Tellhook makes one if you want.`;
    case 'theirs':
      return `Copy the ${called} and paste it here.`;
    case 'public':
      return `Copy the ${called} and paste it here. It is no secret.`;
    case 'brought':
      return `Nothing has to be pasted: the sender brings it as ${called}.`;
  }
};

function Senders() {
  return (
    <>
      <p>Menus of senders change; what each row says of the signature rests on the source beside it.</p>
      {proofs.map((proof) => (
        <Section key={proof.slug} level={3} id={`from-${proof.slug}`} title={`Calls of ${proof.name}`}>
          <ol>
            <li>{proof.where}</li>
            <li>
              {pasteOf(proof)} {proof.note}
            </li>
            <li>
              {proof.check ?? 'Make something happen there.'}{' '}
              {proof.isKept
                ? 'Then press “Check the last 20 calls” here.'
                : 'Then look at the mark of the call in the list.'}
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
          In GitHub, open the webhook under Settings, Webhooks, and enter a long random Secret. Choose the content type
          application/json.
        </li>
        <li>
          GitHub now sends <code>X-Hub-Signature-256: sha256=…</code> with every call: HMAC-SHA256 of the raw body with
          your secret, in hex.
        </li>
        <li>Compute the same over the raw body and compare both in constant time:</li>
      </ol>
      <Samples code={githubSamples} />
      <p>A call that Tellhook stored is checked with its raw body and headers from the API:</p>
      <Samples code={storedCallSamples} />
      <p>
        To try your code: secret <code>It&apos;s a Secret to Everybody</code>, body <code>Hello, World!</code>,
        signature <code>sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17</code>. GitHub&apos;s
        signature has no time in it, so remember <code>X-GitHub-Delivery</code> to notice a call that is played again.
        Meta (WhatsApp, Facebook) signs in the same way.
      </p>
    </>
  );
}

function Stripe() {
  return (
    <>
      <p>
        The header <code>Stripe-Signature</code> holds a time and one or more signatures over <code>time.body</code>.
        The key is the whole signing secret of the endpoint, <code>whsec_</code> included. Refuse what is older than
        five minutes when you check a call at once; for a stored call, compare with the time at which it came.
      </p>
      <Samples code={stripeSamples} />
    </>
  );
}

function Slack() {
  return (
    <>
      <p>
        The key is the Signing Secret of your Slack app. What is signed is <code>v0:time:body</code>.
      </p>
      <Samples code={slackSamples} />
    </>
  );
}

function GitLab() {
  return (
    <p>
      A webhook with a Secret token sends it as <code>X-Gitlab-Token</code>. That header is a credential, so Tellhook
      masks it before it stores the call, and it cannot be checked afterwards. Use a signing token instead: GitLab then
      signs as{' '}
      <TextLink to="/docs/verify" hash="others">
        Standard Webhooks
      </TextLink>{' '}
      describes.
    </p>
  );
}

function Shopify() {
  return (
    <>
      <p>
        <code>X-Shopify-Hmac-Sha256</code> is the HMAC-SHA256 of the raw body in Base64; the key is the client secret of
        the app.
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
        label="Signatures of senders"
        head={['Sender', 'Header', 'Signed', 'Written as']}
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
        The body was parsed and written again. Sign the raw bytes; a blank or a different order of fields changes
        everything.
      </li>
      <li>
        The body is not text: the API then gives it in Base64 and says so in <code>raw_body_encoding</code>. Decode it
        first.
      </li>
      <li>
        The list of calls gives only the beginning of a body (<code>raw_body_truncated</code>). Ask for the one
        invocation.
      </li>
      <li>The secret is that of another webhook, has a line break at its end, or was changed after the call.</li>
      <li>
        The call is older than the five minutes that Stripe, Slack and Standard Webhooks allow; compare with the time it
        came.
      </li>
    </ul>
  );
}
