import type { Sender, Template } from './ready-made.ts';
import { by, line, lines, maybe, more } from './snippets.ts';

/**
 * The codes of https://auth0.com/docs/deploy-monitor/logs/log-event-type-codes that appear in messages; others use
 * their description.
 */
const EVENTS = {
  s: 'logged in',
  ss: 'signed up',
  slo: 'logged out',
  sv: 'verified their email address',
  scp: 'changed their password',
  sce: 'changed their email address',
  scu: 'changed their name',
  scpn: 'changed their phone number',
  scpr: 'asked for a new password',
  sapi: 'operation through the API',
  sdu: 'was deleted',
  du: 'was deleted',
  f: 'failed to log in',
  fp: 'failed to log in with a wrong password',
  fu: 'failed to log in with an unknown name',
  fs: 'failed to sign up',
  flo: 'failed to log out',
  fcp: 'failed to change the password',
  fce: 'failed to change the email address',
  fsa: 'failed to log in silently',
  limit_wc: 'was blocked after too many failed logins',
  limit_mu: 'was blocked by address after too many failed logins',
  pwd_leak: 'logged in with a password that leaked',
  api_limit: 'reached the limit of the API',
  gd_auth_failed: 'failed the second factor',
  gd_auth_rejected: 'rejected the second factor',
  gd_auth_succeed: 'passed the second factor',
  gd_enrollment_complete: 'set up a second factor',
  ublkdu: 'is no longer blocked',
  w: 'logged in with a warning',
};

/** https://auth0.com/docs/customize/log-streams/custom-log-streams: one or more events of the log. */
export const auth0: Sender = {
  sender: 'Auth0',
  when: { fields: { '0.log_id': true, '0.data.type': true } },
  templates: (): Template[] => [
    {
      id: 'auth0-log',
      label: 'Auth0 log events',
      when: {},
      template: lines(
        `{{ $events := ${JSON.stringify(EVENTS)} }}`,
        '{{#each $}}',
        `{{#if $index < 8}}Auth0: {{ data.user_name ?: data.details.request.auth.user.email ?: "somebody" }} {{ data.type = "sapi" and data.description ? "used the API: " & $lowercase(data.description) : $lookup($events, data.type ?: "") ?: $lowercase(data.description) ?: "did something" }}${maybe(' in ', 'data.client_name')}{{/if}}`,
        '{{/each}}',
        more('$count($)', 8),
      ),
    },
  ],
};

/** https://developer.okta.com/docs/concepts/event-hooks/ */
export const okta: Sender = {
  sender: 'Okta',
  when: { fields: { eventType: 'com.okta.event_hook', 'data.events': true } },
  templates: (): Template[] => [
    {
      id: 'okta-event',
      label: 'Okta event',
      when: {},
      template: lines(
        `Okta: {{ data.events[0].displayMessage ?: "an event happened" }}${by('data.events[0].actor.displayName')}{{#if data.events[0].outcome.result == "FAILURE"}}, failed{{/if}}`,
        line(
          'data.events[0].outcome.reason ? $lowercase($replace(data.events[0].outcome.reason, "_", " "))',
          'Reason: ',
        ),
        line('$join(data.events[0].client.geographicalContext.[city ?: "", country ?: ""][$ != ""], ", ")', 'From: '),
        line('$count(data.events) > 1 ? $count(data.events) - 1', 'More events: '),
      ),
    },
  ],
};
