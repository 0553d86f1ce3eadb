import product from 'virtual:docs-product';
import { MAX_ANSWER_BODY, MAX_DUPLICATE_FIELDS } from '#contract/answer';
import { formatNumber } from '../../../../lib/format.ts';
import { TextLink } from '../../../../ui/button.tsx';
import type { DocsSection } from '../../docs-page.tsx';

const { free, premium } = product.plans;

/** What an owner decides about a webhook, and what is kept of it. */
export const settingsSections: readonly DocsSection[] = [
  {
    id: 'intake',
    title: 'Repeated calls and handshakes',
    keywords: 'duplicate twice same delivery idempotency verify token slack meta sns challenge subscription',
    Content: Intake,
  },
  {
    id: 'pause',
    title: 'Pausing a webhook',
    keywords: 'pause paused hold held resume discard later maintenance quiet',
    Content: Pause,
  },
  {
    id: 'answer',
    title: 'Methods, and answers of your own',
    keywords: 'custom response status body content type json xml twiml 200 405 method get head options',
    Content: OwnAnswer,
  },
  {
    id: 'kept',
    title: 'What is stored, and for how long',
    keywords: 'retention history delete privacy headers masked',
    Content: Kept,
  },
  {
    id: 'secret',
    title: 'Keeping the URL secret, and changing it',
    keywords: 'security leak rotate regenerate new url old',
    Content: Secret,
  },
  {
    id: 'clone',
    title: 'Cloning a webhook',
    keywords: 'clone copy duplicate same settings second project',
    Content: Clone,
  },
  { id: 'beyond', title: 'More webhooks than your plan allows', keywords: 'downgrade limit disabled', Content: Beyond },
];

function Intake() {
  return (
    <>
      <p>More settings decide what happens to calls that should not simply become messages.</p>
      <p>
        <b>Repeated calls.</b> Many services send a call again when they are not sure that it arrived. A repeat is
        recognised by the delivery id that the service gives it (GitHub, Stripe, Shopify, Standard Webhooks, Svix and{' '}
        <code>Idempotency-Key</code>), or else by the same method, query and body within the time that you set. Repeats
        are delivered like any other call, or delivered and marked in the list, or dropped: then the service gets its
        202 with the id of the first call, and nothing is stored, delivered or counted.
      </p>
      <p>
        <b>Repeats by fields.</b> Where repeats differ in a time or a count, name up to {MAX_DUPLICATE_FIELDS} fields
        that alone decide what a repeat is: <code>data.id</code>, <code>items.0.sku</code>, or the name of a form&apos;s
        field. Two calls with the same values there are repeats, whatever else they say. So that no call is taken for a
        repeat by mistake, one that lacks a field, or has a list, an object, a fraction or a number beyond 2
        <sup>53</sup> there, is compared as if you had named none; so are bodies over 256 KB, and all that are neither
        JSON nor a form.
      </p>
      <p>
        <b>Handshakes.</b> Slack, Meta, Amazon SNS, Microsoft Graph, Dropbox and CloudEvents first make sure that the
        address is yours. With Answer handshakes switched on they get the answer they wait for, and no message is made
        of it. Meta also asks for a verify token: choose a word, and enter it there and here.
      </p>
    </>
  );
}

function Pause() {
  return (
    <>
      <p>
        Press Edit on the page of the webhook and tick Paused. A paused webhook accepts and stores its calls and answers
        them as always; they take their place in the day’s quota, show as Held, and nothing of them is sent. A disabled
        webhook, in contrast, refuses calls.
      </p>
      <p>
        Resume asks what becomes of what is held: it goes out within a minute, in the order in which it came and before
        anything that comes then, or it is discarded. Discarded calls end as failed without being sent, count as no
        error, and can be sent again for as long as they are kept. So do calls that are still held two hours before
        their time to be kept is over, which do count. Disabling a paused webhook keeps what it holds until you enable
        it.
      </p>
    </>
  );
}

function OwnAnswer() {
  return (
    <>
      <p>
        <b>Methods.</b> A webhook takes all methods, so that a link to it that somebody opens is a call. Under More
        settings you can name those that it takes; all others get 405 with <code>Allow</code>, and are not counted.
      </p>
      <p>
        <b>Answers.</b> A call is answered 202 with its id. Some services accept only a certain answer as a success.
        Choose one for them: a status from 200 to 299, a body of up to {formatNumber(MAX_ANSWER_BODY)} characters, as
        plain text, JSON or XML. It is the same for every call, and is given once the call is stored: what is refused
        (404, 405, 413, 429, 503) is refused in our own words, so that such a service calls again. A repeat that is
        dropped gets it, too.
      </p>
      <p>
        Handshakes come first: where they are switched on they get the answer that their service waits for, by whatever
        method. A call that <TextLink to="/docs/verify">has to prove</TextLink> who made it, and does not, gets 401. No
        answer is a page: browsers neither show it as HTML nor run anything of it.
      </p>
    </>
  );
}

function Kept() {
  return (
    <p>
      Body and headers are stored byte for byte, with the caller&apos;s address, for {free.retentionDays} days with the
      free plan and {premium.retentionDays} days with Premium; then they are deleted automatically. A webhook can keep
      its calls for fewer days, see More settings; a message that still waits for its target then ends with its call.
      Values of headers that hold credentials (<code>Authorization</code>, <code>Cookie</code>, <code>X-Api-Key</code>,{' '}
      <code>X-Gitlab-Token</code> and the like) are masked before they are stored, and so are query parameters such as{' '}
      <code>token</code> and each secret of the webhook in any header or parameter. Signatures stay, so that you can{' '}
      <TextLink to="/docs/verify">verify a call</TextLink> later.
    </p>
  );
}

function Secret() {
  return (
    <p>
      Anyone who knows the URL can call it. It cannot be guessed, but it can leak: keep it out of public repositories
      and screenshots. If it did leak, press Change the URL beside it. The webhook gets a new one, and you choose what
      becomes of the old one: it takes calls for another 24 hours, while you change it at the service, or it ends at
      once. Until then the page shows how many calls still came by it and lists them, so that you see whose settings
      still have the old one. Afterwards it answers 404, like an address that never existed, and is never given to
      anybody else.
    </p>
  );
}

function Clone() {
  return (
    <>
      <p>
        <strong>Clone</strong> on the page of a webhook makes another one with a name and a URL of its own, and
        everything else that you set: targets, template, looks, rules for what a call is about and who gets what, how
        calls are taken and answered, and for how long they are kept. A target that takes nothing now goes with the
        others. Later changes of one do not change the other.
      </p>
      <p>
        Not copied are its calls and the samples that you kept of them, who may call, and the verify token of Meta:
        these secrets belong to one URL. A clone of a webhook that refuses what is not signed takes calls from everybody
        until you choose who may call it. A clone of a paused or disabled webhook is paused or disabled, too. It counts
        as a webhook of your plan.
      </p>
    </>
  );
}

function Beyond() {
  return (
    <p>
      After a downgrade all your webhooks stay readable. The ones that were created last, beyond what your plan allows,
      stop taking calls: they show as Beyond your plan, answer 404 and say why. Delete an older webhook, or upgrade, and
      they take calls again.
    </p>
  );
}
