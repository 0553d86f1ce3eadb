import type { Sender } from './ready-made.ts';

/** https://grafana.com/docs/grafana/latest/alerting/configure-notifications/manage-contact-points/integrations/webhook-notifier/ */
export const grafana: Sender = {
  sender: 'Grafana',
  when: { fields: { alerts: true, orgId: true, status: true } },
  templates: [
    {
      id: 'grafana-alert',
      label: 'Grafana alert',
      when: {},
      template: `{{ title ?? (status & ": " & commonLabels.alertname) }}
{{#each alerts}}
{{#if $index < 8}}
- {{status}}: {{ $truncate(annotations.summary ?: annotations.description ?: labels.alertname, 200) }}{{#if values}} ({{ $join($each(values, function($value, $name) { $name & " = " & $print($value) }), ", ") }}){{/if}}
{{/if}}
{{/each}}
{{#if $count(alerts) > 8}}
… and {{ $count(alerts) - 8 }} more
{{/if}}
{{ alerts[0].panelURL ?: alerts[0].generatorURL ?: externalURL }}`,
    },
  ],
};

/** https://prometheus.io/docs/alerting/latest/configuration/#webhook_config */
export const alertmanager: Sender = {
  sender: 'Alertmanager',
  when: { fields: { alerts: true, groupLabels: true, receiver: true } },
  templates: [
    {
      id: 'alertmanager-alerts',
      label: 'Alertmanager alerts',
      when: {},
      template: `[{{ $uppercase(status) }}{{#if status == "firing"}}:{{ $count(alerts[status = "firing"]) ?: $count(alerts) }}{{/if}}] {{ groupLabels.alertname ?? commonLabels.alertname ?? receiver }}
{{#each alerts}}
{{#if $index < 8}}
- {{ status ?? $$.status }}: {{ $truncate(annotations.summary ?: annotations.description ?: labels.alertname, 200) }}{{#if labels.severity}} ({{labels.severity}}){{/if}}{{#if labels.instance}} on {{labels.instance}}{{/if}}, since {{ $date(startsAt) }}
{{/if}}
{{/each}}
{{#if $count(alerts) > 8}}
… and {{ $count(alerts) - 8 }} more
{{/if}}
{{ alerts[0].generatorURL ?: externalURL }}`,
    },
  ],
};

/** https://docs.sentry.io/organization/integrations/integration-platform/webhooks/ */
export const sentry: Sender = {
  sender: 'Sentry',
  when: { headers: { 'sentry-hook-resource': true } },
  templates: [
    {
      id: 'sentry-alert',
      label: 'Sentry event alert',
      when: { headers: { 'sentry-hook-resource': 'event_alert' } },
      template: `Sentry: {{ data.triggered_rule ?? "alert" }}
{{data.event.level}} {{data.event.title}}
{{#if data.event.culprit}}
in {{data.event.culprit}}
{{/if}}
{{data.event.web_url}}`,
    },
    {
      id: 'sentry-issue',
      label: 'Sentry issue',
      when: { headers: { 'sentry-hook-resource': 'issue' } },
      template: `{{data.issue.project.name}}: issue {{data.issue.shortId}} {{action}}{{#if actor.type == "user"}} by {{actor.name}}{{/if}}
{{data.issue.level}} {{data.issue.title}}
{{#if data.issue.culprit}}
in {{data.issue.culprit}}
{{/if}}
{{#if data.issue.count}}
{{data.issue.count}} events, {{data.issue.userCount}} users, first seen {{ $date(data.issue.firstSeen) }}
{{/if}}
{{ data.issue.web_url ?? data.issue.permalink }}`,
    },
    {
      id: 'sentry-metric-alert',
      label: 'Sentry metric alert',
      when: { headers: { 'sentry-hook-resource': 'metric_alert' } },
      template: 'Sentry: {{data.description_title}} {{action}}\n{{data.description_text}}\n{{data.web_url}}',
    },
  ],
};

/** https://developer.pagerduty.com/docs/webhooks-overview (version 3) */
export const pagerDuty: Sender = {
  sender: 'PagerDuty',
  when: { fields: { 'event.event_type': true, 'event.data': true, 'event.occurred_at': true } },
  templates: [
    {
      id: 'pagerduty-incident',
      label: 'PagerDuty incident',
      when: { fields: { 'event.event_type': 'incident.*' } },
      template: `{{event.data.service.summary}}: incident #{{ event.data.number ?? event.data.incident.id }} {{ $replace($substringAfter(event.event_type, "incident."), "_", " ") }}{{#if event.agent.summary}} by {{event.agent.summary}}{{/if}}
{{ event.data.title ?? event.data.content ?? event.data.incident.summary }}
{{#if event.data.urgency}}
Urgency {{event.data.urgency}}{{#if event.data.priority}}, priority {{event.data.priority.summary}}{{/if}}{{#if event.data.assignees}}, assigned to {{ $join(event.data.assignees.summary, ", ") }}{{/if}}
{{/if}}
{{ event.data.html_url ?? event.data.incident.html_url }}`,
    },
  ],
};

/** https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/ */
export const opsgenie: Sender = {
  sender: 'Opsgenie',
  when: { fields: { action: true, 'alert.alertId': true } },
  templates: [
    {
      id: 'opsgenie-alert',
      label: 'Opsgenie alert',
      when: {},
      template: `Opsgenie: {{ $lowercase(action) }} alert #{{alert.tinyId}}{{#if alert.username}}, by {{alert.username}}{{/if}}
{{#if alert.priority}}{{alert.priority}} {{/if}}{{alert.message}}
{{#if alert.description}}
{{ $truncate(alert.description, 600) }}
{{/if}}`,
    },
  ],
};

/** https://uptimerobot.com/help/web-hook-alert-contacts/ */
export const uptimeRobot: Sender = {
  sender: 'UptimeRobot',
  when: { fields: { monitorFriendlyName: true, alertType: true } },
  templates: [
    {
      id: 'uptimerobot',
      label: 'UptimeRobot monitor',
      when: {},
      template: `{{monitorFriendlyName}} is {{ alertTypeFriendlyName ? $lowercase(alertTypeFriendlyName) : alertType = "1" ? "down" : "up" }}
{{#if alertDetails}}
{{alertDetails}}
{{/if}}
{{#if alertDuration}}
After {{ $duration($number(alertDuration) * 1000) }}
{{/if}}
{{monitorURL}}`,
    },
  ],
};

/** https://github.com/louislam/uptime-kuma: server/notification-providers/webhook.js */
export const uptimeKuma: Sender = {
  sender: 'Uptime Kuma',
  when: { fields: { monitor: true, heartbeat: true, msg: true } },
  templates: [
    {
      id: 'uptime-kuma',
      label: 'Uptime Kuma monitor',
      when: {},
      template: `{{monitor.name}} is {{ heartbeat.status = 1 ? "up" : heartbeat.status = 0 ? "down" : heartbeat.status = 3 ? "in maintenance" : "pending" }}
{{#if heartbeat.msg}}
{{heartbeat.msg}}
{{/if}}
{{#if heartbeat.ping}}
Answered in {{ $duration(heartbeat.ping) }}
{{/if}}
{{monitor.url}}`,
    },
  ],
};

/** https://support.atlassian.com/statuspage/docs/enable-webhook-notifications/ */
export const statuspage: Sender = {
  sender: 'Statuspage',
  when: { fields: { 'page.status_description': true } },
  templates: [
    {
      id: 'statuspage-incident',
      label: 'Statuspage incident',
      when: { fields: { incident: true } },
      template:
        '{{page.status_description}}: {{incident.name}} is {{ $replace(incident.status, "_", " ") }} (impact {{incident.impact}})\n{{ $truncate(incident.incident_updates[0].body, 800) }}\n{{incident.shortlink}}',
    },
    {
      id: 'statuspage-component',
      label: 'Statuspage component',
      when: { fields: { component: true } },
      template:
        '{{component.name}} is {{ $replace(component.status, "_", " ") }}{{#if component_update.old_status}}, was {{ $replace(component_update.old_status, "_", " ") }}{{/if}}',
    },
  ],
};
