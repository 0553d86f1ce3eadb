import type { Sender, Template } from './ready-made.ts';
import { by, each, excerpt, inWords, line, lines, maybe, more, spaced, when } from './snippets.ts';

/** Labels that replace the names of alerts where a group has none in common. */
const ALERT_NAME = 'groupLabels.alertname ?: commonLabels.alertname';
const ALERT_SAYS = 'annotations.summary ?: annotations.message ?: annotations.description';
/** `[FIRING:2] HighMemory`, the form in which people know groups of alerts. */
const groupTitle = (otherwise: string) =>
  `{{ $names := $distinct(alerts.labels[alertname].alertname) }}[{{ $uppercase(status ?: "alert") }}{{#if status != "resolved"}}:{{ $count(alerts[status = "firing"]) ?: $count(alerts) ?: 1 }}{{/if}}] {{ ${ALERT_NAME} ?: $join($filter($names, function($name, $at) { $at < 3 }), ", ") ?: ${otherwise} }}{{#if $count($names) > 3}} and {{ $count($names) - 3 }} more{{/if}}`;
/**
 * The one value of an alert of Grafana that was measured. Others are copies of it, or say whether the condition holds;
 * of several, it is unclear which one is meant.
 */
const measured =
  'values ? ($given := $distinct($each($sift(values, function($value) { $type($value) = "number" and $not($value in [0, 1]) }), function($value) { $abs($value) >= 1000 ? $formatNumber($value, "#,##0") : $string($round($value, 3)) })); $count($given) = 1 ? "value " & $given[0])';
/** A line for each alert, with the state where it differs from the group's, and for a single alert its description. */
const alertLines = lines(
  each(
    'alerts',
    8,
    `- {{ (status ?: $$.status) = $$.status ? "" : status & ": " }}{{#if $count($names) > 1 and labels.alertname and (${ALERT_SAYS})}}{{labels.alertname}}: {{/if}}{{ $truncate($replace(${ALERT_SAYS} ?: labels.alertname ?: "an alert", "\\n", " "), 200) }}${maybe(' (', `$join([labels.severity ?: "", ${measured}][$ != ""], ", ")`, ')')}${maybe(' on ', 'labels.instance')}{{#if (status ?: $$.status) = "resolved" and (endsAt ?: "") > (startsAt ?: "~")}}, after {{ $duration($toMillis(endsAt) - $toMillis(startsAt)) }}{{else if startsAt and $count($$.alerts) < 4}}, since {{ $date(startsAt) }}{{/if}}`,
  ),
  more('$count(alerts)', 8),
  excerpt('alerts[0].annotations.description', 600, '$count(alerts) = 1 and alerts[0].annotations.summary'),
  line('$count(alerts) > 3 and status != "resolved" ? $date($sort(alerts[startsAt].startsAt)[0])', 'Since: '),
);

/** https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/ */
export const grafana: Sender = {
  sender: 'Grafana',
  when: { fields: { alerts: true, orgId: true, status: true } },
  templates: (): Template[] => [
    {
      id: 'grafana-alert',
      label: 'Grafana alert',
      when: {},
      template: lines(
        // A title of the owner's own is used; Grafana's generated title repeats labels and their values.
        `{{#if title and $not($contains(title, /^\\[(FIRING|RESOLVED)/))}}{{title}}{{else}}${groupTitle('title ?: "Grafana alert"')}{{/if}}`,
        alertLines,
        '{{ alerts[0].panelURL ?: alerts[0].dashboardURL ?: alerts[0].generatorURL ?: externalURL }}',
      ),
    },
  ],
};

/** https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanager: Sender = {
  sender: 'Alertmanager',
  when: { fields: { alerts: true, groupLabels: true, receiver: true } },
  templates: (): Template[] => [
    {
      id: 'alertmanager-alerts',
      label: 'Alertmanager alerts',
      when: {},
      template: lines(
        groupTitle('receiver ?: "Alertmanager"'),
        alertLines,
        '{{ alerts[0].generatorURL ?: externalURL }}',
      ),
    },
  ],
};

/** https://docs.sentry.io/organization/integrations/integration-platform/webhooks/ */
export const sentry: Sender = {
  sender: 'Sentry',
  when: { headers: { 'sentry-hook-resource': true } },
  templates: (): Template[] => [
    {
      id: 'sentry-alert',
      label: 'Sentry event alert',
      when: { headers: { 'sentry-hook-resource': 'event_alert' } },
      template: lines(
        'Sentry: {{ data.triggered_rule ?: "an alert was triggered" }}',
        when('data.event.title', `${maybe('', 'data.event.level', ': ')}{{data.event.title}}`),
        line('$contains(data.event.culprit ?: "<", "<") ? "" : data.event.culprit', 'in '),
        '{{ data.event.web_url ?: data.event.issue_url }}',
      ),
    },
    {
      id: 'sentry-issue',
      label: 'Sentry issue',
      when: { headers: { 'sentry-hook-resource': 'issue' } },
      template: lines(
        `{{ data.issue.project.name ?: data.issue.project.slug ?: "Sentry" }}: issue${maybe(' ', 'data.issue.shortId')} {{ ${spaced('action')} }}${by('actor.type == "user" ? actor.name')}`,
        when('data.issue.title', `${maybe('', 'data.issue.level', ': ')}{{data.issue.title}}`),
        line('data.issue.culprit', 'in '),
        when(
          'data.issue.count',
          `{{data.issue.count}} event{{#if $string(data.issue.count) != "1"}}s{{/if}}{{#if data.issue.userCount}}, {{data.issue.userCount}} user{{#if data.issue.userCount != 1}}s{{/if}}{{/if}}${maybe(', first seen ', 'data.issue.firstSeen ? $date(data.issue.firstSeen)')}`,
        ),
        '{{ data.issue.web_url ?: data.issue.permalink }}',
      ),
    },
    {
      id: 'sentry-metric-alert',
      label: 'Sentry metric alert',
      when: { headers: { 'sentry-hook-resource': 'metric_alert' } },
      template: lines(
        `Sentry: {{ data.description_title ?: "metric alert" }}${maybe(', ', '$contains($lowercase(data.description_title ?: ""), action ?: "-") ? "" : action')}`,
        line('data.description_text'),
        '{{data.web_url}}',
      ),
    },
    {
      id: 'sentry-error',
      label: 'Sentry error',
      when: { headers: { 'sentry-hook-resource': 'error' } },
      template: lines(
        'Sentry: {{ data.error.title ?: "an error happened" }}',
        line('data.error.culprit', 'in '),
        '{{data.error.web_url}}',
      ),
    },
    {
      id: 'sentry-comment',
      label: 'Sentry comment',
      when: { headers: { 'sentry-hook-resource': 'comment' } },
      template: lines(
        `{{ data.project_slug ?: "Sentry" }}: comment {{ ${spaced('action')} }}${by('actor.name')}`,
        excerpt('data.comment', 600, '$not(action == "deleted")'),
      ),
    },
    {
      id: 'sentry-event',
      label: 'Sentry event',
      when: {},
      template: `Sentry: {{ $replace($headers.\`sentry-hook-resource\` ?: "something", "_", " ") }} {{ ${spaced('action')} }}${by('actor.type == "user" ? actor.name')}`,
    },
  ],
};

/** https://developer.pagerduty.com/docs/webhooks-overview (version 3) */
export const pagerDuty: Sender = {
  sender: 'PagerDuty',
  when: { fields: { 'event.event_type': true, 'event.data': true, 'event.occurred_at': true } },
  templates: (): Template[] => [
    {
      id: 'pagerduty-incident',
      label: 'PagerDuty incident',
      when: { fields: { 'event.event_type': 'incident.*' } },
      template: lines(
        `{{ event.data.service.summary ?: "PagerDuty" }}: incident${maybe(' #', 'event.data.number')} {{ ${inWords('$substringAfter(event.event_type ?: "", "incident.")', { status_update_published: 'updated', 'responder.added': 'got another responder', 'responder.replied': 'got an answer of a responder', unacknowledged: 'no longer acknowledged', priority_updated: 'given another priority', annotated: 'got a note' })} }}${by('event.agent.summary')}`,
        line('event.data.title ?: event.data.incident.summary'),
        line('event.data.user.summary', 'Responder: '),
        line('event.data.content ?: event.data.message'),
        when(
          'event.data.urgency',
          `Urgency {{event.data.urgency}}${maybe(', priority ', 'event.data.priority.summary')}{{#if event.data.assignees[summary]}}, assigned to {{ $join(event.data.assignees[summary].summary, ", ") }}{{/if}}`,
        ),
        '{{ event.data.html_url ?: event.data.incident.html_url }}',
      ),
    },
    {
      id: 'pagerduty-event',
      label: 'PagerDuty event',
      when: {},
      template: lines(
        `PagerDuty: {{ $name := event.data.summary ?: event.data.message }}{{ $name ? $substringBefore(event.event_type ?: "event", ".") & " " & $name & " " & (${spaced('$substringAfter(event.event_type ?: "", ".") ?: "changed"')}) : ${spaced('event.event_type', 'event')} }}${by('event.agent.summary')}`,
        '{{event.data.html_url}}',
      ),
    },
  ],
};

/** https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/ */
export const opsgenie: Sender = {
  sender: 'Opsgenie',
  when: { fields: { action: true, 'alert.alertId': true } },
  templates: (): Template[] => [
    {
      id: 'opsgenie-alert',
      label: 'Opsgenie alert',
      when: {},
      template: lines(
        `Opsgenie: alert${maybe(' #', 'alert.tinyId')} {{ ${inWords('action', { Create: 'created', Close: 'closed', Acknowledge: 'acknowledged', UnAcknowledge: 'no longer acknowledged', AddNote: 'got a note', AssignOwnership: 'assigned', Escalate: 'escalated', Delete: 'deleted', Snooze: 'snoozed' })} }}${by('alert.username')}`,
        when('alert.message', `${maybe('', 'alert.priority', ': ')}{{alert.message}}`),
        excerpt('alert.note ?: alert.description', 400, '$not(action == "Delete")'),
      ),
    },
  ],
};

/** https://uptimerobot.com/help/web-hook-alert-contacts/ */
export const uptimeRobot: Sender = {
  sender: 'UptimeRobot',
  when: { fields: { monitorFriendlyName: true, alertType: true } },
  templates: (): Template[] => [
    {
      id: 'uptimerobot',
      label: 'UptimeRobot monitor',
      when: {},
      template: lines(
        '{{ monitorFriendlyName ?: "A monitor" }} is {{ alertTypeFriendlyName ? $lowercase(alertTypeFriendlyName) : $string(alertType) = "1" ? "down" : "up" }}',
        line('alertDetails'),
        line(
          '$contains($string(alertDuration ?: ""), /^\\d+$/) ? $duration($number(alertDuration) * 1000)',
          'Down for ',
        ),
        '{{monitorURL}}',
      ),
    },
  ],
};

/** https://github.com/louislam/uptime-kuma: server/notification-providers/webhook.js */
export const uptimeKuma: Sender = {
  sender: 'Uptime Kuma',
  when: { fields: { monitor: true, heartbeat: true, msg: true } },
  templates: (): Template[] => [
    {
      id: 'uptime-kuma',
      label: 'Uptime Kuma monitor',
      when: {},
      template: lines(
        '{{ monitor.name ?: "A monitor" }} is {{ heartbeat.status = 1 ? "up" : heartbeat.status = 0 ? "down" : heartbeat.status = 3 ? "in maintenance" : "pending" }}',
        line('heartbeat.msg'),
        line('heartbeat.ping ? $duration(heartbeat.ping)', 'Answered in '),
        '{{monitor.url}}',
      ),
    },
  ],
};

/** https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/ */
export const statuspage: Sender = {
  sender: 'Statuspage',
  when: { fields: { 'page.status_description': true } },
  templates: (): Template[] => [
    {
      id: 'statuspage-incident',
      label: 'Statuspage incident',
      when: { fields: { incident: true } },
      template: lines(
        `Statuspage: {{ incident.name ?: "an incident" }} ({{ ${spaced('incident.status', 'updated')} }})`,
        excerpt('incident.incident_updates[0].body'),
        line('incident.impact != "none" ? incident.impact', 'Impact: '),
        line('page.status_description ? $lowercase(page.status_description)', 'Overall: '),
        '{{incident.shortlink}}',
      ),
    },
    {
      id: 'statuspage-component',
      label: 'Statuspage component',
      when: { fields: { component: true } },
      template: lines(
        `{{ component.name ?: "A component" }} {{ ${inWords('(component_update.new_status ?: component.status)', { operational: 'is operational', degraded_performance: 'has degraded performance', partial_outage: 'has a partial outage', major_outage: 'has a major outage', under_maintenance: 'is under maintenance' })} }}${maybe(' (before: ', `component_update.old_status ? ${spaced('component_update.old_status')}`, ')')}`,
      ),
    },
  ],
};

/** The text between the tags of an element, the first one after `before`. */
const inXml = (before: string, name: string, text = '$raw') =>
  String.raw`$match(${text}, /${before}<${name}>(?:<!\[CDATA\[)?([^<\]]{1,500})/, 1)[0].groups[0]`;
/** An event is the last element of a report. */
const inEvent = (name: string) => inXml(String.raw`<event>[\s\S]{0,2000}?`, name, '$substring($raw, -4000)');

/** https://mmonit.com/monit/documentation/monit.html#event-queue: the XML that it sends to a collector. */
export const monit: Sender = {
  sender: 'Monit',
  when: { text: '<monit' },
  templates: (): Template[] => [
    {
      id: 'monit-report',
      label: 'Monit report',
      when: {},
      template: lines(
        String.raw`{{ $all := $match($raw, /<service[^>]{0,100}>\s{0,50}<name>([^<]{1,200})[\s\S]{0,1000}?<status>(\d+)/, 1000) }}{{ $bad := $all[groups[1] != "0"] }}{{ $event := ${inEvent('service')} }}Monit: {{ $event ? "event of " & $event : $count($all) = 1 ? "service " & $all[0].groups[0] & ($bad ? " has a problem" : " is fine") : $count($all) > 1 ? $count($all) & " services, " & ($bad ? $count($bad) & " with a problem" : "all fine") : "report" }}${maybe(' on ', inXml('', 'localhostname'))}`,
        line(inEvent('message')),
        when('$count($all) > 1', each('$bad', 8, '- {{ groups[0] }}')),
        when(
          '$count($all) = 1',
          line(inXml(String.raw`<block>\s{0,50}`, 'percent'), 'Space used: ', ' %'),
          line(inXml(String.raw`<cpu>\s{0,50}`, 'percent'), 'CPU: ', ' %'),
          line(inXml(String.raw`<memory>\s{0,50}`, 'percent'), 'Memory: ', ' %'),
        ),
      ),
    },
  ],
};

/** https://docs.rollbar.com/docs/webhooks */
export const rollbar: Sender = {
  sender: 'Rollbar',
  when: { fields: { event_name: true, 'data.item': true } },
  templates: (): Template[] => [
    {
      id: 'rollbar-item',
      label: 'Rollbar item',
      when: {},
      template: lines(
        `Rollbar: {{ ${inWords('event_name', { new_item: 'new error', occurrence: 'error again', exp_repeat_item: 'error repeated', item_velocity: 'error comes fast', reactivated_item: 'error is back', reopened_item: 'error reopened', resolved_item: 'error resolved' }, 'error')} }}${maybe(' in ', 'data.item.environment')}`,
        line('data.item.title'),
        line('(data.item.total_occurrences ?: 0) > 1 ? data.item.total_occurrences', 'Occurrences: '),
        '{{ data.item.url ?: data.url }}',
      ),
    },
  ],
};
