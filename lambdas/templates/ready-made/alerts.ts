import type { Sender, Template } from './ready-made.ts';
import { by, each, excerpt, inWords, line, lines, maybe, more, spaced, when } from './snippets.ts';

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
        // Its own text has the picture of a graph in it, and ways on below a line.
        excerpt(String.raw`$replace(body ?: "", /%%%|\[!\[.*|- - -|\[\[.*/, "")`, 600),
        String.raw`{{ link ?: event_url ?: $match(body ?: "", /https:\/\/app\.datadoghq\.\w+\/monitors\/\d+/)[0].match }}`,
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

/**
 * https://www.signl4.com/integrations/signl4-webhook/: numbers and ids only; the person who raised the alert has an id
 * that is a name.
 */
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

/** https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema */
export const azureMonitor: Sender = {
  sender: 'Azure Monitor',
  when: { fields: { schemaId: 'azureMonitorCommonAlertSchema', 'data.essentials': true } },
  templates: (): Template[] => [
    {
      id: 'azure-monitor-alert',
      label: 'Azure Monitor alert',
      when: {},
      template: lines(
        `{{ data.essentials.alertRule ?: "Azure Monitor alert" }} {{ ${inWords('data.essentials.monitorCondition', { Fired: 'fired', Resolved: 'resolved' })} }}{{#if data.essentials.configurationItems}} on {{ $join(data.essentials.configurationItems, ", ") }}{{/if}}`,
        line('data.essentials.description'),
        '{{#each data.alertContext.condition.allOf}}',
        '{{#if metricName and $type(metricValue) in ["number", "string"] and metricValue != ""}}',
        `- {{metricName}} {{ $round($number(metricValue), 3) }}${maybe(' (threshold ', 'threshold', ')')}`,
        '{{/if}}',
        '{{/each}}',
        line(
          `data.essentials.severity ? (${inWords('data.essentials.severity', { Sev0: 'critical', Sev1: 'error', Sev2: 'warning', Sev3: 'informational', Sev4: 'verbose' })})`,
          'Severity: ',
        ),
        '{{#if data.essentials.alertId}}https://portal.azure.com/#blade/Microsoft_Azure_Monitoring/AlertDetailsTemplateBlade/alertId/{{ $encodeUrlComponent(data.essentials.alertId) }}{{/if}}',
      ),
    },
  ],
};

/** https://cloud.google.com/monitoring/support/notification-options#webhooks */
export const googleMonitoring: Sender = {
  sender: 'Google Cloud Monitoring',
  when: { fields: { 'incident.incident_id': true, 'incident.policy_name': true } },
  templates: (): Template[] => [
    {
      id: 'google-monitoring-incident',
      label: 'Google Cloud Monitoring incident',
      when: {},
      template: lines(
        `{{ incident.condition_name ?: incident.policy_name ?: "Google Cloud Monitoring" }}: incident {{ ${inWords('incident.state', { open: 'opened' })} }}${maybe(' on ', 'incident.resource_display_name ?: incident.resource_name')}`,
        line('incident.summary'),
        line(
          'incident.observed_value ? incident.observed_value & (incident.threshold_value ? " (threshold " & incident.threshold_value & ")" : "")',
          'Observed: ',
        ),
        line('incident.severity and incident.severity != "No severity" ? $lowercase(incident.severity)', 'Severity: '),
        line('incident.policy_name', 'Policy: '),
        when(
          'incident.ended_at and incident.started_at',
          'After {{ $duration((incident.ended_at - incident.started_at) * 1000) }}',
        ),
        excerpt('incident.documentation.content', 400),
        '{{incident.url}}',
      ),
    },
  ],
};

/** https://www.mongodb.com/docs/atlas/tutorial/third-party-service-integrations/#webhook-settings */
export const atlas: Sender = {
  sender: 'MongoDB Atlas',
  when: { fields: { eventTypeName: true, groupId: true, humanReadable: true } },
  templates: (): Template[] => [
    {
      id: 'mongodb-atlas-alert',
      label: 'MongoDB Atlas alert',
      when: {},
      template: lines(
        `MongoDB Atlas: {{ humanReadable ?: "an alert" }}{{#if status}} ({{ $lowercase(status) }}){{/if}}`,
        line('currentValue.number', 'Now: '),
        line('clusterName ?: replicaSetName', 'Cluster: '),
        line('hostnameAndPort', 'Host: '),
      ),
    },
  ],
};

/** https://docs.snyk.io/snyk-api/using-specific-snyk-apis/webhooks-apis/snyk-webhooks */
export const snyk: Sender = {
  sender: 'Snyk',
  when: { fields: { 'project.issueCountsBySeverity': true, newIssues: true } },
  templates: (): Template[] => [
    {
      id: 'snyk-issues',
      label: 'Snyk issues',
      when: {},
      template: lines(
        `{{ project.name ?: "Snyk" }}: {{ $count(newIssues) = 0 ? "no new issues" : $count(newIssues) = 1 ? "1 new issue" : $count(newIssues) & " new issues" }}{{#if $count(removedIssues) > 0}}, {{ $count(removedIssues) }} fixed{{/if}}`,
        each(
          'newIssues',
          8,
          `- ${maybe('', 'issueData.severity', ': ')}{{ issueData.title ?: "an issue" }}${maybe(' in ', 'pkgName')}${maybe(' ', 'pkgName ? pkgVersions[0]')}`,
        ),
        more('$count(newIssues)', 8),
        '{{project.browseUrl}}',
      ),
    },
  ],
};

/** https://docs.splunk.com/Documentation/Splunk/latest/Alert/Webhooks: the first row of the results. */
export const splunk: Sender = {
  sender: 'Splunk',
  when: { fields: { sid: true, search_name: true, result: true } },
  templates: (): Template[] => [
    {
      id: 'splunk-alert',
      label: 'Splunk alert',
      when: {},
      template: lines(
        'Splunk: {{ search_name ?: "a search" }} found something',
        each(
          '$spread(result)',
          '12 and $type($.*) in ["string", "number"] and $.* != "" and $not($contains($keys($), /^_|^(linecount|punct|splunk_server|eventtype|timeendpos|timestartpos)$/))',
          '{{ $keys($) }}: {{ $truncate($string($.*), 200) }}',
        ),
        '{{results_link}}',
      ),
    },
  ],
};
