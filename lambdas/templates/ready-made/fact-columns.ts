import { each, lines, maybe, when } from './snippets.ts';

/**
 * A ready-made template's facts in columns, besides its sentences: template text, a line for each. A fact without a
 * value has no line.
 */
export interface Looks {
  facts: string;
  /** Pieces of the plain template whose lines the facts take the place of. */
  instead?: string[];
}

/** `Label: value`. */
const fact = (label: string, expression: string) => `${label}: {{ ${expression} }}`;
const commit = (expression: string) => fact('Commit', `$substring(${expression} ?: "", 0, 7)`);
const took = (from: string, to: string) =>
  fact('Took', `(${from}) and (${to} ?: "") > (${from}) ? $duration($toMillis(${to}) - $toMillis(${from}))`);
/**
 * Labels that all alerts of a group share, except those in their lines and the title. Also except labels that only name
 * the measuring system, switches and ids.
 */
const labels = lines(
  each(
    '$spread(commonLabels)',
    '12 and $not($keys($) in ["alertname", "severity", "instance", "job", "prometheus", "endpoint", "monitor"]) and $not($contains($string($.*), /^(true|false|[0-9a-f]{8}-[0-9a-f-]{27})$/))',
    '{{ $name := $replace($replace($keys($), "grafana_", ""), "_", " ") }}{{ $uppercase($substring($name, 0, 1)) & $substring($name, 1) }}: {{ $.* }}',
  ),
);
/** People and labels: news at the beginning or the end, known already in between. */
const sorted = (thing: string, ...more: string[]) =>
  when(
    'action in ["opened", "reopened", "closed", "ready_for_review"]',
    fact('Labels', `${thing}.labels.name`),
    fact('Assigned', `${thing}.assignees.login`),
    ...more,
    fact('Milestone', `${thing}.milestone.title`),
  );
const pullRequest: Looks = {
  facts: lines(
    when(
      'action in ["opened", "reopened", "closed", "synchronize", "ready_for_review"] and pull_request.head.ref and pull_request.base.ref',
      'Branch: {{ pull_request.head.label ?: pull_request.head.ref }} → {{pull_request.base.ref}}',
      `Changes: {{#if pull_request.changed_files}}{{pull_request.changed_files}} file{{#if pull_request.changed_files != 1}}s{{/if}}, +{{ pull_request.additions ?: 0 }} −{{ pull_request.deletions ?: 0 }}{{/if}}`,
    ),
    sorted(
      'pull_request',
      fact('Reviewers', '$append(pull_request.requested_reviewers.login, pull_request.requested_teams.name)'),
    ),
  ),
};
const issue: Looks = { facts: sorted('issue') };
const CUSTOMER =
  'data.object.customer_email ?: data.object.receipt_email ?: data.object.customer_details.email ?: data.object.billing_details.email ?: data.object.customer_name ?: data.object.billing_details.name';
const customer = fact('Customer', CUSTOMER);
const words = (expression: string) => `$replace(${expression} ?: "", "_", " ")`;
/** A field of a message that is JSON in a text. */
const inMessage = (field: string) =>
  `$match(Message ?: Records[0].Sns.Message ?: $raw, /"${field}": ?"([^"]*)"/, 1)[0].groups[0]`;
const cloudWatchAlarm: Looks = {
  facts: lines(
    fact('Was', `$lowercase($replace(${inMessage('OldStateValue')}, "_", " "))`),
    fact('Metric', inMessage('MetricName')),
    fact(
      'On',
      `$join($match(Message ?: Records[0].Sns.Message ?: $raw, /"value": ?"([^"]*)", ?"name": ?"([^"]*)"/, 5).(groups[1] & " " & groups[0]), ", ")`,
    ),
  ),
};

/** By the id of the ready-made template. One without a row has the facts that its own lines name: `Reason: …`. */
export const looks: Record<string, Looks> = {
  'github-pull-request': { ...pullRequest, instead: ['pull_request.changed_files'] },
  'github-issue': issue,
  'github-workflow-run': {
    facts: lines(
      '{{ $from := workflow_run.run_started_at ?: workflow_run.created_at }}',
      `{{#if workflow_run.conclusion}}${took('$from', 'workflow_run.updated_at')}{{/if}}`,
      fact('Started by', 'workflow_run.actor.login ?: sender.login'),
      fact('Trigger', words('workflow_run.event')),
      commit('workflow_run.head_sha'),
      fact('Attempt', 'workflow_run.run_attempt > 1 ? workflow_run.run_attempt'),
    ),
    instead: ['started{{else}}Started'],
  },
  'github-workflow-job': {
    facts: lines(
      fact('Workflow', 'workflow_job.workflow_name'),
      took('workflow_job.started_at', 'workflow_job.completed_at'),
      fact('Runner', 'workflow_job.runner_name'),
      commit('workflow_job.head_sha'),
    ),
  },
  'github-check': {
    facts: lines(
      fact('App', 'check_run.app.name ?: check_suite.app.name'),
      commit('check_run.head_sha ?: check_suite.head_sha'),
    ),
  },
  'github-deployment': { facts: commit('deployment.sha') },
  'github-release': {
    facts: lines(
      fact('Tag', 'release.tag_name != (release.name ?: release.tag_name) ? release.tag_name'),
      fact('Files', 'release.assets ? $count(release.assets)'),
    ),
  },
  'github-security': {
    facts: lines(
      fact('CVE', 'alert.security_advisory.cve_id ?: security_advisory.cve_id ?: repository_advisory.cve_id'),
      fact('Tool', 'alert.tool.name'),
      fact('File', 'alert.dependency.manifest_path ?: alert.most_recent_instance.location.path'),
    ),
  },
  'gitea-pull-request': pullRequest,
  'forgejo-pull-request': pullRequest,
  'gogs-pull-request': pullRequest,
  'gitee-pull-request': pullRequest,
  'gitea-issue': issue,
  'forgejo-issue': issue,
  'gogs-issue': issue,
  'gitee-issue': issue,
  'gitlab-merge-request': {
    facts: lines(
      when(
        'object_attributes.source_branch and object_attributes.target_branch',
        'Branch: {{object_attributes.source_branch}} → {{object_attributes.target_branch}}',
      ),
      fact('Assigned', '$exists(changes.assignees) ? "" : assignees.name'),
      fact('Reviewers', '$exists(changes.reviewers) ? "" : reviewers.name'),
      '{{#if $not($exists(changes.labels))}}Labels: {{ labels.title }}{{/if}}',
    ),
    instead: ['{{object_attributes.source_branch}} →'],
  },
  'gitlab-issue': {
    facts: lines(
      fact('Assigned', '$exists(changes.assignees) ? "" : assignees.name'),
      '{{#if $not($exists(changes.labels))}}Labels: {{ labels.title }}{{/if}}',
    ),
    instead: ['Assigned to '],
  },
  'gitlab-pipeline': {
    facts: lines(
      fact('Started by', 'user.name'),
      fact('Trigger', words('object_attributes.source')),
      commit('object_attributes.sha'),
    ),
  },
  'gitlab-job': { facts: lines(fact('Runner', 'runner.description'), commit('sha')) },
  'gitlab-deployment': { facts: lines(fact('Commit', 'short_sha')) },
  'bitbucket-pull-request': {
    facts: lines(
      `{{#if pullrequest.source.branch.name and pullrequest.destination.branch.name}}Branch: {{pullrequest.source.branch.name}} → {{pullrequest.destination.branch.name}}{{/if}}`,
      fact('Reviewers', 'pullrequest.reviewers.display_name'),
    ),
    instead: ['{{pullrequest.source.branch.name}} →'],
  },
  'bitbucket-issue': {
    // A list of all possible values, as its documentation shows, matches none of them.
    facts: lines(
      fact('Type', '$contains(issue.type ?: "|", "|") ? "" : issue.type'),
      fact('Priority', '$contains(issue.priority ?: "|", "|") ? "" : issue.priority'),
      fact('Assigned', 'issue.assignee.display_name'),
    ),
  },
  'bitbucket-server-pull-request': {
    facts: lines(
      `{{#if pullRequest.fromRef.displayId and pullRequest.toRef.displayId}}Branch: {{pullRequest.fromRef.displayId}} → {{pullRequest.toRef.displayId}}{{/if}}`,
      fact('Reviewers', 'pullRequest.reviewers.user.displayName'),
    ),
    instead: ['{{pullRequest.fromRef.displayId}} →'],
  },

  'grafana-alert': { facts: labels },
  'alertmanager-alerts': { facts: labels },
  'sentry-alert': {
    facts: lines(
      fact('Where', '$contains(data.event.culprit ?: "<", "<") ? "" : data.event.culprit'),
      fact('Environment', 'data.event.environment'),
      fact('Release', 'data.event.release'),
      fact('Platform', 'data.event.platform'),
    ),
    instead: ['data.event.culprit'],
  },
  'sentry-issue': {
    facts: lines(
      fact('Where', 'data.issue.culprit'),
      fact('Events', 'data.issue.count'),
      fact('Users', 'data.issue.userCount > 0 ? data.issue.userCount'),
      fact('First seen', 'data.issue.firstSeen ? $time(data.issue.firstSeen)'),
      fact('Assigned', 'data.issue.assignedTo.name'),
      fact('Platform', 'data.issue.platform'),
    ),
    instead: ['data.issue.culprit', '{{data.issue.count}}'],
  },
  'sentry-error': {
    facts: lines(
      fact('Where', 'data.error.culprit'),
      fact('Environment', 'data.error.environment'),
      fact('Release', 'data.error.release'),
      fact('Platform', 'data.error.platform'),
    ),
    instead: ['data.error.culprit'],
  },
  'pagerduty-incident': {
    facts: lines(
      fact('Urgency', 'event.data.urgency'),
      fact('Priority', 'event.data.priority.summary'),
      fact('Assigned', 'event.data.assignees.summary'),
      fact('Escalation', 'event.data.escalation_policy.summary'),
    ),
    instead: ['Urgency '],
  },
  'opsgenie-alert': {
    facts: lines(
      fact('Source', 'alert.source'),
      fact('Tags', 'alert.tags'),
      fact('Entity', 'alert.entity'),
      fact('Team', 'alert.team ?: alert.responders.name'),
      each('$spread(alert.details)', 5, '{{ $keys($) }}: {{ $.* }}'),
    ),
  },
  'statuspage-incident': {
    facts: fact('Parts', 'incident.components.name'),
  },
  'datadog-event': {
    facts: lines(
      fact('Host', 'hostname ?: host'),
      fact('Tags', String.raw`$type(tags) = "string" ? $replace(tags, /,\s*/, ", ") : tags`),
    ),
  },
  'new-relic-issue': { facts: lines(fact('Policy', 'alertPolicyNames'), fact('Condition', 'alertConditionNames')) },
  'aws-cloudwatch-alarm': cloudWatchAlarm,
  'aws-cloudwatch-state': {
    facts: fact('Was', '$lowercase($replace(detail.previousState.value, "_", " "))'),
  },

  'circleci-job': {
    facts: lines(
      fact('Workflow', 'job.name ? workflow.name'),
      fact('Pipeline', 'pipeline.number'),
      commit('pipeline.vcs.revision'),
    ),
  },
  'netlify-deploy': { facts: lines(commit('commit_ref'), fact('By', 'committer')) },
  'vercel-deployment': {
    facts: lines(
      fact('Branch', 'payload.deployment.meta.githubCommitRef'),
      commit('payload.deployment.meta.githubCommitSha'),
    ),
  },
  'buildkite-build': { facts: lines(commit('build.commit'), fact('Source', 'build.source')) },

  'jira-issue': {
    facts: lines(
      fact('Status', 'issue.fields.status.name'),
      fact('Type', 'issue.fields.issuetype.name'),
      fact('Priority', 'issue.fields.priority.name'),
      fact('Assigned', 'issue.fields.assignee.displayName'),
    ),
    instead: ['{{issue.fields.issuetype.name}}'],
  },
  'linear-issue': {
    facts: when(
      '$not(action == "remove")',
      fact('Status', 'data.state.name'),
      fact('Priority', 'data.priorityLabel != "No priority" ? data.priorityLabel'),
      fact('Assigned', 'data.assignee.name'),
      fact('Team', 'data.team.name'),
      fact('Labels', 'data.labels.name'),
    ),
    instead: ['{{data.state.name}}'],
  },

  'stripe-invoice': {
    facts: lines(
      customer,
      `Due: {{ data.object.due_date ? $date(data.object.due_date, "[D1] [MNn] [Y0001]") }}`,
      fact('Attempts', 'data.object.attempt_count > 1 ? data.object.attempt_count'),
    ),
    instead: [`{{ ${CUSTOMER} }}`],
  },
  'stripe-payment': {
    facts: lines(
      customer,
      'Card: {{ data.object.payment_method_details.card.brand }}{{#if data.object.payment_method_details.card.last4}} ending in {{data.object.payment_method_details.card.last4}}{{/if}}',
      // A charge that succeeded has succeeded as its state.
      fact(
        'Status',
        '$substringAfter(type ?: "", ".") in [data.object.status, "payment_" & data.object.status] ? "" : ($replace(data.object.status ?: "", "_", " "))',
      ),
      `Arrives: {{ data.object.arrival_date ? $date(data.object.arrival_date, "[D1] [MNn] [Y0001]") }}`,
    ),
    instead: [`{{ ${CUSTOMER} }}`],
  },
  'stripe-refund': { facts: customer, instead: [`{{ ${CUSTOMER} }}`] },
  'shopify-order': {
    facts: lines(
      fact(
        'Customer',
        '(customer.first_name ?: customer.last_name) ? $trim((customer.first_name ?: "") & " " & (customer.last_name ?: "")) : customer.email',
      ),
      fact('Payment', words('financial_status')),
      fact('Fulfilment', words('fulfillment_status')),
      `Ships to: {{shipping_address.city}}${maybe(', ', 'shipping_address.country')}`,
    ),
    instead: ['"Payment "', 'customer.first_name'],
  },
};
