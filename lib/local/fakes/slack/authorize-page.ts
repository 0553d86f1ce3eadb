import { consentFrame, escapeHtml } from '../page-frame.ts';
import type { SlackState } from './workspace.ts';

const layout = (title: string, body: string): string => consentFrame(title, 'Slack', 'Nothing leaves it.', body);

const mark = `<svg class="consent-mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect x="13" y="2" width="3" height="8" rx="1.5"/><path d="M19 8.5V10h1.5A1.5 1.5 0 1 0 19 8.5"/><rect x="8" y="14" width="3" height="8" rx="1.5"/><path d="M5 15.5V14H3.500A1.5 1.5 0 1 0 5 15.500"/><rect x="14" y="13" width="8" height="3" rx="1.5"/><path d="M15.500 19H14v1.500a1.500 1.500 0 1 0 1.500-1.500"/><rect x="2" y="8" width="8" height="3" rx="1.5"/><path d="M8.500 5H10V3.500A1.500 1.500 0 1 0 8.500 5"/></svg>`;

const lock = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"><path d="M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3"/></svg>`;

/** The page on which a person chooses the channel. Its form posts back to the same address. */
export const consentPage = (state: SlackState, query: URLSearchParams): string =>
  layout(
    'Allow Tellhook?',
    `${mark}
<h1>Tellhook asks to post in <strong>${escapeHtml(state.team.name)}</strong></h1>
<p class="consent-lead">It may post messages in one channel that you choose. It cannot read anything.</p>
<form method="post" action="/__fakes/slack/oauth/v2/authorize?${escapeHtml(query.toString())}">
<fieldset>
<legend>Where should Tellhook post?</legend>
${state.channels
  .map(
    (channel, index) =>
      `<label class="choice"><input type="radio" name="channel" value="${escapeHtml(channel.id)}"${
        index === 0 ? ' checked' : ''
      }><span class="choice-mark" aria-hidden="true">${channel.private ? lock : '#'}</span><span>${escapeHtml(channel.name)}</span>${
        channel.archived ? '<small>archived</small>' : channel.private ? '<small>private</small>' : ''
      }</label>`,
  )
  .join('\n')}
</fieldset>
<div class="consent-actions">
<button class="button" name="decision" value="deny">Cancel</button>
<button class="button primary" name="decision" value="allow">Allow</button>
</div>
</form>`,
  );

export const refusedPage = (reason: string): string =>
  layout(
    'Something went wrong',
    `${mark}
<h1>Something went wrong when authorizing this app</h1>
<p class="consent-lead" role="alert">${escapeHtml(reason)}</p>
<p><a class="button" href="/targets">Back to Tellhook</a></p>`,
  );
