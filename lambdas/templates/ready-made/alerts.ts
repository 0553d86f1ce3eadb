import type { Sender, Template } from './ready-made.ts';
import { by, excerpt, inWords, line, lines, maybe, spaced, when } from './words.ts';

/** The payload that Datadog begins with: https://docs.datadoghq.com/integrations/webhooks/ */
export const datadog: Sender = {
  sender: 'Datadog',
  when: { fields: { title: true, event_type: true, last_updated: true, org: true } },
  templates: (): Template[] => [
    {
      id: 'datadog-event',
      label: 'Datadog event',
      when: {},
      template: lines(
        'Datadog: {{ title ?: alert_title ?: "an event happened" }}',
        excerpt('$replace(body ?: "", "%%%", "")', 600),
        '{{ link ?: event_url }}',
      ),
    },
  ],
};

/** Workflow notifications: https://docs.newrelic.com/docs/alerts/get-notified/notification-integrations/ */
export const newRelic: Sender = {
  sender: 'New Relic',
  when: { fields: { issueUrl: true, alertConditionNames: true, state: true } },
  templates: (): Template[] => [
    {
      id: 'new-relic-issue',
      label: 'New Relic issue',
      when: {},
      template: lines(
        `New Relic: {{ priority ? $lowercase(priority) & " issue" : "issue" }} {{ ${inWords('$lowercase(state ?: "")', { activated: 'opened', created: 'created', closed: 'closed', acknowledged: 'acknowledged', deactivated: 'calmed down' })} }}`,
        line('title'),
        line('impactedEntities ? $truncate($join(impactedEntities, ", "), 200)', 'Affects '),
        '{{issueUrl}}',
      ),
    },
  ],
};

/** https://www.pingdom.com/resources/webhooks/ */
export const pingdom: Sender = {
  sender: 'Pingdom',
  when: { fields: { check_id: true, current_state: true, previous_state: true } },
  templates: (): Template[] => [
    {
      id: 'pingdom-check',
      label: 'Pingdom check',
      when: {},
      template: lines(
        `{{ check_name ?: "A check" }} is {{ $lowercase(current_state ?: "changed") }}${maybe(', was ', 'previous_state ? $lowercase(previous_state)')}`,
        line('long_description ?: description'),
        '{{ check_params.full_url ?: check_params.hostname }}',
      ),
    },
  ],
};

/** https://betterstack.com/docs/uptime/api/incidents-api-response-params */
export const betterStack: Sender = {
  sender: 'Better Stack',
  when: { fields: { 'data.type': 'incident', 'data.attributes.started_at': true } },
  templates: (): Template[] => [
    {
      id: 'better-stack-incident',
      label: 'Better Stack incident',
      when: {},
      template: lines(
        `{{ data.attributes.name ?: "Better Stack" }}: incident {{ data.attributes.status ? (${spaced('$lowercase(data.attributes.status)')}) : data.attributes.resolved_at ? "resolved" : data.attributes.acknowledged_at ? "acknowledged" : "started" }}${by('data.attributes.resolved_at ? data.attributes.resolved_by : data.attributes.acknowledged_at ? data.attributes.acknowledged_by')}`,
        line('data.attributes.cause'),
        when(
          'data.attributes.resolved_at and data.attributes.started_at',
          'After {{ $duration($toMillis(data.attributes.resolved_at) - $toMillis(data.attributes.started_at)) }}',
        ),
        '{{data.attributes.url}}',
      ),
    },
  ],
};

/** https://www.signl4.com/integrations/signl4-webhook/: numbers and ids only; the id of whoever raised the alert is a name. */
export const signl4: Sender = {
  sender: 'SIGNL4',
  when: { fields: { eventType: true, eventRaisedUtc: true } },
  templates: (): Template[] => [
    {
      id: 'signl4-event',
      label: 'SIGNL4 event',
      when: {},
      template: `SIGNL4: {{ $replace(eventType = 201 and alert.statusCode = 4 ? "alert resolved" : $lookup(${JSON.stringify({ 1: 'test of the webhook', 200: 'new alert', 201: 'alert confirmed', 202: 'alert escalated', 203: 'alert annotated', 300: 'duty started', 301: 'duty ended', 302: 'somebody went on duty', 303: 'somebody went off duty' })}, $string(eventType)) ?: "alert changed", "alert", alert.externalEventId ? "alert " & alert.externalEventId : "alert") }}${maybe(' by ', 'user.username')}${maybe('. ', 'annotation.message')}`,
    },
  ],
};
