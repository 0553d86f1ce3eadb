import type { SubjectRule } from '../subject/subject-rule.ts';

/** A key of two parts, `acme/web#7`; none where one of them is missing. */
const joined = (first: string, sign: string, second: string) =>
  `(${first}) and (${second}) ? (${first}) & "${sign}" & (${second})`;
/** An id that is one only among things of its sort. */
const named = (sort: string, id: string) => `${id} ? "${sort} " & ${id}`;
/** An event that is neither a beginning nor an end is an update, in any words. */
const actionOf = (begins: string[], ends: string[], action = 'action') =>
  `${action} in ${JSON.stringify(begins)} ? "opened" : ${action} in ${JSON.stringify(ends)} ? "closed" : "updated"`;
const run = (thing: string): SubjectRule => ({
  key: `${thing}.id`,
  state: `${thing}.conclusion ?: ${thing}.status ?: action`,
  link: `${thing}.html_url`,
});
const REPOSITORY = 'repository.full_name';
const PROJECT = 'project.path_with_namespace';
/** Forges whose payloads follow GitHub's. */
const pullRequest: SubjectRule = {
  key: joined(REPOSITORY, '#', '(pull_request.number ?: number)'),
  state: `action = "merge" or action = "closed" and pull_request.merged ? "merged" : (${actionOf(['opened', 'open', 'reopened', 'ready_for_review'], ['closed', 'close'])})`,
  link: 'pull_request.html_url',
};
const issue: SubjectRule = {
  key: joined(REPOSITORY, '#', 'issue.number'),
  state: actionOf(['opened', 'open', 'reopened'], ['closed', 'deleted', 'delete', 'transferred']),
  link: 'issue.html_url',
};
const comment: SubjectRule = {
  key: `issue or pull_request or discussion ? (${joined(REPOSITORY, '#', '(issue.number ?: pull_request.number ?: discussion.number)')}) : (${joined(REPOSITORY, '@', 'comment.commit_id')})`,
  state: '"commented"',
  link: 'comment.html_url ?: issue.html_url',
};
const hub = (id: string): Record<string, SubjectRule> => ({
  [`${id}-pull-request`]: pullRequest,
  [`${id}-issue`]: issue,
  [`${id}-comment`]: comment,
});
const inMessage = (field: string) =>
  `$match(Message ?: Records[0].Sns.Message ?: $raw, /"${field}": ?"([^"]*)"/, 1)[0].groups[0]`;
/** Too little data is neither the beginning of an alarm nor its end. */
const alarmState = (value: string) => `${value} = "INSUFFICIENT_DATA" ? "waiting" : ${value}`;
const cloudWatchAlarm: SubjectRule = {
  key: inMessage('AlarmArn'),
  state: alarmState(inMessage('NewStateValue')),
  severity: `${inMessage('NewStateValue')} = "ALARM" ? "critical"`,
};

/** The worst that those alerts say that still fire, where they have no severity in common. */
const worstOfAlerts = `(
  $said := alerts[status = "firing"].labels.severity;
  commonLabels.severity ?: commonLabels.priority ?:
    $said[$not($ in ["none", "info", "warning"])][0] ?: $said[$ = "warning"][0] ?: $said[0]
)`;

/**
 * The rules for a call's subject, by the id of its ready-made template. A service without long-lived things, such as a
 * shop, has no row: the payload's outline has the subject.
 */
export const subjectRules: Record<string, SubjectRule> = {
  // GitHub and the forges that follow it.
  'github-workflow-run': run('workflow_run'),
  'github-workflow-job': run('workflow_job'),
  'github-check': {
    key: 'check_run.id ?: check_suite.id',
    state: 'check_run.conclusion ?: check_suite.conclusion ?: check_run.status ?: check_suite.status ?: action',
    link: 'check_run.html_url ?: check_run.details_url',
  },
  'github-status': {
    key: joined(joined(REPOSITORY, '@', 'sha'), ' ', 'context'),
    state: 'state',
    link: 'target_url ?: commit.html_url',
  },
  'github-deployment': {
    key: 'deployment.id',
    state: 'deployment_status.state ?: "pending"',
    link: 'deployment_status.environment_url ?: deployment_status.target_url ?: deployment_status.log_url',
  },
  'github-security': {
    key: `alert.number ? (${joined(REPOSITORY, ' ', '$headers.`x-github-event` & " " & alert.number')}) : security_advisory.ghsa_id ?: repository_advisory.ghsa_id`,
    state: actionOf(
      ['created', 'create', 'reopened', 'reopen', 'published', 'reported'],
      ['fixed', 'resolved', 'resolve', 'dismissed', 'dismiss', 'auto_dismissed', 'closed_by_user', 'withdrawn'],
    ),
    severity:
      'action in ["fixed", "resolved", "resolve"] ? "ok" : action in ["dismissed", "dismiss", "auto_dismissed", "closed_by_user", "withdrawn"] ? "info" : alert.security_advisory.severity ?: alert.rule.security_severity_level ?: alert.rule.severity ?: alert.severity ?: security_advisory.severity ?: repository_advisory.severity ?: "warning"',
    link: 'alert.html_url ?: repository_advisory.html_url ?: alert.external_reference',
  },
  'github-pull-request': pullRequest,
  'github-review': {
    key: pullRequest.key as string,
    state: '"commented"',
    severity: 'review.state = "changes_requested" ? "warning" : review.state',
    link: 'review.html_url ?: pull_request.html_url',
  },
  'github-review-thread': { key: pullRequest.key as string, state: '"commented"', link: 'pull_request.html_url' },
  'github-issue': issue,
  'github-comment': comment,
  'github-discussion': {
    key: joined(REPOSITORY, '#', 'discussion.number'),
    state: `comment ? "commented" : (${actionOf(['created', 'reopened'], ['closed', 'deleted'])})`,
    link: 'comment.html_url ?: discussion.html_url',
  },
  'github-release': {
    key: joined(REPOSITORY, ' ', 'release.tag_name'),
    state: actionOf(['published', 'created', 'released', 'prereleased'], ['deleted', 'unpublished']),
    severity: '"info"',
    link: 'release.html_url',
  },
  ...hub('gitea'),
  ...hub('forgejo'),
  ...hub('gogs'),
  ...hub('gitee'),

  // GitLab, Bitbucket, Azure DevOps.
  'gitlab-merge-request': {
    key: joined(PROJECT, '!', 'object_attributes.iid'),
    state: `object_attributes.state in ["merged", "closed"] ? object_attributes.state : (${actionOf(['open', 'reopen'], ['close', 'merge'], 'object_attributes.action')})`,
    link: 'object_attributes.url',
  },
  'gitlab-issue': {
    key: joined(PROJECT, '#', 'object_attributes.iid'),
    state: 'object_attributes.state = "closed" ? "closed" : object_attributes.action ?: object_attributes.state',
    link: 'object_attributes.url',
  },
  'gitlab-comment': {
    key: `merge_request ? (${joined(PROJECT, '!', 'merge_request.iid')}) : issue ? (${joined(PROJECT, '#', 'issue.iid')}) : (${joined(PROJECT, '@', 'commit.id')})`,
    state: '"commented"',
    link: 'object_attributes.url',
  },
  'gitlab-pipeline': {
    key: joined(PROJECT, ' pipeline ', 'object_attributes.id'),
    state: 'object_attributes.status',
    link: 'object_attributes.url',
  },
  'gitlab-job': { key: named('job', 'build_id'), state: 'build_status' },
  'gitlab-deployment': { key: named('deployment', 'deployment_id'), state: 'status', link: 'deployable_url' },
  'bitbucket-pull-request': {
    key: joined(REPOSITORY, '#', 'pullrequest.id'),
    state:
      'comment ? "commented" : pullrequest.state in ["MERGED", "DECLINED", "SUPERSEDED"] ? pullrequest.state : $headers.`x-event-key` = "pullrequest:created" ? "opened" : "updated"',
    link: 'comment.links.html.href ?: pullrequest.links.html.href',
  },
  'bitbucket-issue': {
    key: joined(REPOSITORY, '#', 'issue.id'),
    state:
      'comment ? "commented" : issue.state in ["resolved", "closed", "invalid", "duplicate", "wontfix"] ? "closed" : $headers.`x-event-key` = "issue:created" ? "opened" : "updated"',
    link: 'issue.links.html.href',
  },
  'bitbucket-status': {
    key: joined(REPOSITORY, ' ', 'commit_status.key'),
    state: 'commit_status.state',
    link: 'commit_status.url',
  },
  'bitbucket-server-pull-request': {
    key: joined('pullRequest.toRef.repository.slug', '#', 'pullRequest.id'),
    state:
      'pullRequest.state in ["MERGED", "DECLINED"] ? pullRequest.state : eventKey = "pr:opened" ? "opened" : "updated"',
    link: 'pullRequest.links.self[0].href',
  },
  'azure-devops': {
    key: '$string(resource.id ?: resource.pullRequestId ?: resource.workItemId)',
    state:
      'resource.result ?: (resource.status = "active" ? $substringAfter(eventType ?: "", ".") : resource.status) ?: eventType',
    link: 'resource._links.web.href',
  },

  // Builds and deployments. A finished job says nothing about its build, so it is its own thing.
  'circleci-job': { key: 'job.id ?: workflow.id', state: 'job.status ?: workflow.status', link: 'workflow.url' },
  'netlify-deploy': { key: 'id', state: 'state', link: 'deploy_ssl_url ?: ssl_url ?: url' },
  'vercel-deployment': {
    key: 'payload.deployment.id ?: payload.deploymentId',
    state: '$substringAfter(type ?: "", "deployment.")',
    link: 'payload.links.deployment',
  },
  'buildkite-build': {
    key: 'job.id ?: build.id',
    state: 'job.state ?: build.state',
    link: 'job.web_url ?: build.web_url',
  },
  'terraform-run': { key: 'run_id', state: 'notifications[0].run_status', link: 'run_url' },
  'sonarqube-analysis': {
    key: 'branch.name ? project.key & " " & branch.name : project.key',
    state: 'qualityGate.status',
    link: 'branch.url ?: project.url',
  },
  'aws-codebuild': {
    key: 'detail.`build-id`',
    state: 'detail.`build-status`',
    link: 'detail.`additional-information`.logs.`deep-link`',
  },
  'aws-ec2-state': { key: 'detail.`instance-id`', state: 'detail.state', severity: '"info"' },

  // Monitoring.
  'grafana-alert': {
    key: 'groupKey',
    state: 'status',
    severity: worstOfAlerts,
    link: 'alerts[0].panelURL ?: alerts[0].dashboardURL ?: alerts[0].generatorURL ?: externalURL',
  },
  'alertmanager-alerts': {
    key: 'groupKey',
    state: 'status',
    severity: worstOfAlerts,
    link: 'alerts[0].generatorURL ?: externalURL',
  },
  'sentry-issue': {
    key: named('issue', 'data.issue.id'),
    state: 'action',
    severity: 'action in ["ignored", "archived"] ? "info" : data.issue.level',
    link: 'data.issue.web_url ?: data.issue.permalink',
  },
  'sentry-alert': {
    key: named('issue', 'data.event.issue_id'),
    state: '"triggered"',
    severity: 'data.event.level',
    link: 'data.event.web_url',
  },
  'sentry-error': {
    key: named('issue', 'data.error.issue_id'),
    state: '"error"',
    severity: 'data.error.level',
    link: 'data.error.web_url',
  },
  'sentry-metric-alert': {
    key: named('alert', 'data.metric_alert.id'),
    state: 'action in ["critical", "warning"] ? "triggered" : action',
    severity: 'action',
    link: 'data.web_url',
  },
  'sentry-comment': { key: named('issue', 'data.issue_id'), state: '"commented"' },
  'pagerduty-incident': {
    key: 'event.data.incident.id ?: event.data.id',
    state:
      'event.event_type = "incident.resolved" ? "resolved" : event.event_type in ["incident.triggered", "incident.reopened"] ? "triggered" : "updated"',
    severity: 'event.data.priority.summary ?: event.data.urgency',
    link: 'event.data.html_url ?: event.data.incident.html_url',
  },
  'opsgenie-alert': {
    key: 'alert.alertId',
    state: 'action in ["Close", "Delete"] ? "resolved" : action = "Create" ? "created" : "updated"',
    severity: 'alert.priority in ["P3", "P4", "P5"] ? "info" : alert.priority',
  },
  uptimerobot: {
    key: '$string(monitorID)',
    state: '$string(alertType) = "1" ? "down" : $string(alertType) = "2" ? "up" : alertTypeFriendlyName',
    severity: '$string(alertType) = "3" ? "warning"',
    link: 'monitorURL',
  },
  'uptime-kuma': {
    key: '$string(monitor.id)',
    state: 'heartbeat.status = 1 ? "up" : heartbeat.status = 0 ? "down" : "pending"',
    link: 'monitor.url',
  },
  'statuspage-incident': {
    key: 'incident.id',
    state: 'incident.status = "postmortem" ? "resolved" : incident.status',
    severity:
      'incident.impact = "minor" ? "warning" : incident.impact = "none" ? "info" : incident.impact = "major" ? "critical" : incident.impact',
    link: 'incident.shortlink',
  },
  'statuspage-component': {
    key: 'component.id ?: component_update.component_id',
    state: 'component_update.new_status ?: component.status',
  },
  'datadog-event': {
    // The id that every call has is the event's: the next call about the same monitor has another one.
    key: '$string(aggreg_key ?: alert_id)',
    state: String.raw`alert_transition ?: $match(title ?: "", /\[((Re-)?(Triggered|Recovered|Warn|No Data)[^\]]*)\]/)[0].groups[0] ?: alert_type`,
    severity: 'priority in ["low", "normal", "P3", "P4", "P5"] ? alert_type : priority ?: alert_type',
    link: 'link ?: event_url',
  },
  'new-relic-issue': {
    key: 'issueId ?: id',
    state: 'state = "CLOSED" ? "resolved" : state',
    severity: 'priority',
    link: 'issueUrl',
  },
  'pingdom-check': { key: '$string(check_id)', state: 'current_state' },
  'signl4-event': {
    key: 'alert.externalEventId ?: alert.id',
    state: 'eventType = 200 ? "opened" : eventType = 201 and alert.statusCode = 4 ? "resolved" : "updated"',
    // It says of no alert how bad it is.
    severity: 'eventType in [200, 202] ? "warning" : "info"',
  },
  'rollbar-item': {
    key: named('item', '$string(data.item.id)'),
    state:
      'event_name = "resolved_item" ? "resolved" : event_name in ["occurrence", "exp_repeat_item"] ? "updated" : "opened"',
    severity: 'data.item.level < 30 ? "info" : data.item.level < 40 ? "warning" : "critical"',
    link: 'data.item.url',
  },
  'flux-event': { severity: 'severity = "error" ? "critical" : "info"' },
  'okta-event': { severity: 'data.events[0].outcome.result = "FAILURE" ? "warning" : "info"' },
  'twitch-event': { severity: '"info"' },
  'snyk-issues': { key: 'project.name', severity: '$count(newIssues) > 0 ? "warning" : "ok"' },
  'splunk-alert': { key: 'search_name', severity: '"warning"' },
  'google-audit-log': { severity: '$lowercase(data.severity ?: "info")' },
  'quay-event': { severity: 'vulnerability ? "warning" : error_message ? "critical" : "info"' },
  'twilio-message': { severity: 'MessageStatus in ["undelivered", "failed"] ? "critical" : "info"' },
  'whatsapp-account': {
    severity:
      '$contains(entry[0].changes[0].value.event ?: "", /RESTRICT|DISABLED|REJECTED|FLAGGED/) ? "warning" : "info"',
  },
  'stripe-subscription': {
    key: 'data.object.id',
    state: 'data.object.status',
    severity: 'data.object.status in ["past_due", "unpaid", "incomplete_expired"] ? "warning" : "info"',
  },
  'monit-report': {
    state: String.raw`$contains($substring($raw, -4000), "<event>") ? ($contains($substring($raw, -4000), /<event>[\s\S]{0,2000}?<state>0</) ? "resolved" : "failed") : $contains($raw, /<status>[1-9]/) ? "failed" : "ok"`,
  },
  'olark-conversation': { state: '"opened"', severity: '"info"' },
  'harbor-event': {
    key: 'event_data.repository.repo_full_name',
    state: 'type in ["SCANNING_FAILED", "QUOTA_EXCEED", "QUOTA_WARNING"] ? "open" : "updated"',
    severity:
      'type in ["SCANNING_FAILED", "QUOTA_EXCEED"] or event_data.resources[0].scan_overview.*.severity = "Critical" ? "critical" : type = "QUOTA_WARNING" or event_data.resources[0].scan_overview.*.severity = "High" ? "warning" : "info"',
  },
  'azure-monitor-alert': {
    key: 'data.essentials.alertId',
    state: 'data.essentials.monitorCondition = "Fired" ? "firing" : data.essentials.monitorCondition',
    severity:
      'data.essentials.severity in ["Sev0", "Sev1"] ? "critical" : data.essentials.severity = "Sev2" ? "warning" : "info"',
  },
  'google-monitoring-incident': {
    key: 'incident.incident_id',
    state: 'incident.state = "closed" ? "resolved" : incident.state',
    severity: '$lowercase(incident.severity ?: "") in ["critical", "error"] ? "critical" : "warning"',
    link: 'incident.url',
  },
  'mongodb-atlas-alert': { key: 'id', state: 'status', severity: '"warning"' },
  'better-stack-incident': {
    key: 'data.id',
    state:
      'data.attributes.status ?: (data.attributes.resolved_at ? "resolved" : data.attributes.acknowledged_at ? "acknowledged" : "started")',
    severity: '"critical"',
    link: 'data.attributes.url',
  },
  'aws-cloudwatch-alarm': cloudWatchAlarm,
  'aws-cloudwatch-state': {
    key: 'resources[0] ?: detail.alarmName',
    state: alarmState('detail.state.value'),
    severity: 'detail.state.value = "ALARM" ? "critical"',
  },

  // Planning and support.
  'jira-issue': {
    key: 'issue.key',
    state: 'issue.fields.status.statusCategory.key = "done" ? "done" : $substringAfter(webhookEvent ?: "", "issue_")',
    severity: 'issue.fields.priority.name in ["Highest", "Blocker", "Critical"] ? "warning" : "info"',
  },
  'jira-comment': { key: 'issue.key', state: '"commented"' },
  'linear-issue': {
    key: 'data.identifier ?: data.id',
    state: 'data.state.type in ["completed", "canceled"] ? data.state.type : action = "remove" ? "removed" : action',
    severity: 'data.priorityLabel = "Urgent" ? "warning" : "info"',
    link: 'url',
  },
  'linear-comment': { key: 'data.issue.identifier ?: data.issue.id', state: '"commented"', link: 'url' },
  'zendesk-event': {
    key: named('ticket', 'detail.id'),
    state:
      '(event.current ?: detail.status) in ["SOLVED", "CLOSED"] ? "resolved" : type = "zen:event-type:ticket.created" ? "opened" : "updated"',
    severity: 'detail.priority = "URGENT" ? "warning" : "info"',
  },
  'intercom-conversation': {
    key: named('conversation', 'data.item.id'),
    state:
      'topic = "conversation.admin.closed" or data.item.state = "closed" ? "closed" : topic = "conversation.user.created" ? "opened" : "updated"',
    severity: '"info"',
  },
};
