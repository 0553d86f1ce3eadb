import type { Template } from '../ready-made.ts';
import { by, excerpt, firstLine, inWords, line, lines, maybe, OUTCOMES, spaced, when } from '../snippets.ts';
import { bySender, event, where } from './event.ts';

/** The result of a completed check; until then its event. */
const outcome = (run: string) =>
  `{{ action == "completed" or $not($exists(action)) ? (${inWords(`${run}.conclusion ?: ${run}.status`, OUTCOMES, 'completed')}) : action in ["created", "requested"] and ${run}.status in ["queued", "in_progress", "waiting", "pending"] ? (${inWords(`${run}.status`, OUTCOMES)}) : (${inWords('action', OUTCOMES)}) }}`;

const headline = (alert: string) =>
  `{{ $headline := ${alert} }}{{ $severity := alert.security_advisory.severity ?: alert.rule.security_severity_level ?: alert.rule.severity ?: alert.severity ?: security_advisory.severity ?: repository_advisory.severity }}`;

/** The problem and its severity. */
const problem = lines(
  '{{#if $headline}}',
  `{{$headline}}${maybe(' (', '$contains($lowercase($headline), "severity") ? "" : $severity', ' severity)')}`,
  '{{else if $severity}}',
  'Severity {{$severity}}',
  '{{/if}}',
);

const ALERT_NAMES = {
  dependabot_alert: 'Dependabot alert',
  code_scanning_alert: 'code scanning alert',
  secret_scanning_alert: 'secret scanning alert',
  repository_vulnerability_alert: 'vulnerability alert',
  security_advisory: 'security advisory',
  repository_advisory: 'security advisory',
};
const ALERT_WORDS = {
  create: 'created',
  dismiss: 'dismissed',
  reopen: 'reopened',
  resolve: 'resolved',
  closed_by_user: 'closed by hand',
  reopened_by_user: 'reopened by hand',
  auto_dismissed: 'dismissed by a rule',
  auto_reopened: 'reopened by a rule',
  appeared_in_branch: 'appeared in another branch',
  assigned: 'assigned to somebody',
  unassigned: 'no longer assigned to somebody',
};

/** Runs, checks, deployments, security: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const checks = (): Template[] => [
  {
    id: 'github-workflow-run',
    label: 'GitHub Actions run',
    when: event('workflow_run'),
    template: lines(
      `${where}{{ workflow_run.name ?: workflow.name ?: "workflow" }} ${outcome('workflow_run')}${maybe(' on ', 'workflow_run.head_branch')}`,
      line(
        `workflow_run.head_commit.message ? ${firstLine('workflow_run.head_commit.message')} : workflow_run.display_title`,
      ),
      '{{ $from := workflow_run.run_started_at ?: workflow_run.created_at }}{{#if workflow_run.conclusion and $from and (workflow_run.updated_at ?: "") > $from}}Took {{ $duration($toMillis(workflow_run.updated_at) - $toMillis($from)) }}, started{{else}}Started{{/if}} by {{ workflow_run.actor.login ?: sender.login ?: "someone" }}',
      '{{ workflow_run.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-workflow-job',
    label: 'GitHub Actions job',
    when: event('workflow_job'),
    template: lines(
      `${where}job${maybe(' ', 'workflow_job.name')} ${outcome('workflow_job')}${maybe(' on ', 'workflow_job.head_branch')}`,
      '{{#each workflow_job.steps[conclusion = "failure"]}}',
      '- failed: {{ name ?: "a step" }}',
      '{{/each}}',
      '{{ workflow_job.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-check',
    label: 'GitHub check',
    when: event('check_run', 'check_suite'),
    template: lines(
      '{{ $check := check_run ?: check_suite }}',
      `${where}{{ check_run.name ?: $check.app.name ?: "checks" }} ${outcome('$check')}${maybe(' on ', '$check.head_branch ?: check_run.check_suite.head_branch')}`,
      line('check_run.output.title'),
      line(`check_suite.head_commit.message ? ${firstLine('check_suite.head_commit.message')}`),
      '{{ check_run.html_url ?: check_run.details_url ?: (repository.html_url and $check.head_sha ? repository.html_url & "/commit/" & $check.head_sha & "/checks" : repository.html_url) }}',
    ),
  },
  {
    id: 'github-status',
    label: 'GitHub commit status',
    when: event('status'),
    template: lines(
      `{{ repository.full_name ?: name ?: "GitHub" }}: {{ context ?: "check" }} {{ ${inWords('state', OUTCOMES, 'reported')} }}${maybe(' for ', '$substring(sha ?: "", 0, 7)')}{{#if branches.name}} on {{ $truncate($join(branches[name].name, ", "), 80) }}{{/if}}`,
      line('description'),
      line(`commit.commit.message ? ${firstLine('commit.commit.message')}`),
      '{{ target_url ?: commit.html_url }}',
    ),
  },
  {
    id: 'github-deployment',
    label: 'GitHub deployment',
    when: event('deployment', 'deployment_status'),
    template: lines(
      `${where}deployment${maybe(' of ', 'deployment.ref')}${maybe(' to ', 'deployment.environment')} {{ ${inWords('deployment_status.state', { ...OUTCOMES, inactive: 'is no longer active' }, 'requested')} }}{{#if deployment.creator.login ?: sender.login}}{{#if deployment_status.state}}, started{{/if}} by {{ deployment.creator.login ?: sender.login }}{{/if}}`,
      line('deployment_status.description ?: deployment.description'),
      '{{ deployment_status.environment_url ?: deployment_status.target_url ?: deployment_status.log_url ?: workflow_run.html_url ?: (repository.html_url ? repository.html_url & "/deployments") }}',
    ),
  },
  {
    id: 'github-deployment-review',
    label: 'GitHub deployment review',
    when: event('deployment_review', 'deployment_protection_rule'),
    template: lines(
      `${where}deployment${maybe(' to ', 'environment ?: workflow_job_runs[0].environment')} {{ deployment ? "waits for a protection rule" : action == "requested" ? "waits for a review" : action ?: "reviewed" }}{{#if $not(action == "requested") and approver.login}} by {{approver.login}}{{else if requestor.login}}, requested by {{requestor.login}}{{/if}}`,
      line('workflow_run.display_title ?: workflow_run.name'),
      excerpt('comment', 300),
      '{{ workflow_run.html_url ?: (repository.html_url ? repository.html_url & "/deployments") }}',
    ),
  },
  {
    id: 'github-security',
    label: 'GitHub security alert',
    when: event(
      'dependabot_alert',
      'code_scanning_alert',
      'secret_scanning_alert',
      'security_advisory',
      'repository_advisory',
      'repository_vulnerability_alert',
    ),
    template: lines(
      headline(
        'alert.security_advisory.summary ?: alert.rule.description ?: alert.secret_type_display_name ?: alert.affected_package_name ?: security_advisory.summary ?: repository_advisory.summary',
      ),
      `${where}{{ ${inWords('$headers.`x-github-event`', ALERT_NAMES, 'alert')} }} {{ action == "assigned" and assignee.login ? "assigned to " & assignee.login : action == "unassigned" and assignee.login ? "no longer assigned to " & assignee.login : (${inWords('action', ALERT_WORDS)}) }}${maybe(' as ', `(alert.dismissed_reason ?: alert.resolution) and $not(action in ["created", "reopened"]) ? ${spaced('(alert.dismissed_reason ?: alert.resolution)')}`)}${by('action in ["created", "reopened", "published", "appeared_in_branch", "assigned", "unassigned"] ? "" : alert.dismissed_by.login ?: alert.resolved_by.login')}`,
      problem,
      line('alert.most_recent_instance.message.text'),
      line(
        `$truncate($join($distinct((security_advisory.vulnerabilities ?: repository_advisory.vulnerabilities)[package.name].(package.name & (first_patched_version.identifier ? " (fixed in " & first_patched_version.identifier & ")" : ""))), ", "), 200)`,
        'Package: ',
      ),
      `{{#if alert.dependency.package.name}}`,
      `Package: {{alert.dependency.package.name}}${maybe(', fixed in ', 'alert.security_vulnerability.first_patched_version.identifier')}`,
      '{{/if}}',
      '{{ alert.html_url ?: repository_advisory.html_url ?: alert.external_reference ?: (security_advisory.ghsa_id ? "https://github.com/advisories/" & security_advisory.ghsa_id) }}',
    ),
  },
  {
    id: 'github-secret-location',
    label: 'GitHub secret location',
    when: event('secret_scanning_alert_location'),
    template: lines(
      `${where}a secret was found in {{ location.type ? "a " & $replace(location.type, "_", " ") : "another place" }}`,
      line('alert.secret_type_display_name'),
      line('location.details.path'),
      '{{ alert.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-secret-scan',
    label: 'GitHub secret scan',
    when: event('secret_scanning_scan'),
    template: lines(
      `${where}secret scan${maybe(' of ', 'source ? $replace(source, "-", " ")')} {{ action ?: "changed" }}`,
      line('custom_pattern_name', 'Pattern: '),
      '{{#if repository.html_url}}{{repository.html_url}}/security/secret-scanning{{/if}}',
    ),
  },
  {
    id: 'github-security-settings',
    label: 'GitHub security settings',
    when: event('security_and_analysis'),
    template: lines(
      `${where}security settings changed${bySender}`,
      '{{#each $spread(changes.from.security_and_analysis)}}',
      '{{ $now := $lookup($$.repository.security_and_analysis, $keys($)).status }}- {{ $replace($keys($), "_", " ") }}{{#if $now}}: {{ $.*.status ?: "not set" }} → {{$now}}{{else}} was {{ $.*.status ?: "not set" }}{{/if}}',
      '{{/each}}',
      '{{#if repository.html_url}}{{repository.html_url}}/settings/security_analysis{{/if}}',
    ),
  },
  {
    id: 'github-branch-rule',
    label: 'GitHub branch rule',
    when: event('branch_protection_rule', 'branch_protection_configuration', 'repository_ruleset'),
    template: lines(
      `${where}{{ repository_ruleset ? "ruleset" : rule.name ? "branch protection for" : "branch protection" }}${maybe(' ', 'repository_ruleset.name ?: rule.name')} {{ ${spaced('action')} }}${bySender}`,
      line('repository_ruleset.enforcement', 'Enforcement: '),
      '{{ repository_ruleset._links.html.href ?: (repository.html_url ? repository.html_url & "/settings/branches") }}',
    ),
  },
  {
    id: 'github-deploy-key',
    label: 'GitHub deploy key',
    when: event('deploy_key'),
    template: lines(
      `${where}deploy key${maybe(' ', 'key.title')} {{ ${spaced('action')} }}${bySender}`,
      when('action == "created" and key.read_only = false', 'It may write.'),
      '{{#if repository.html_url}}{{repository.html_url}}/settings/keys{{/if}}',
    ),
  },
];
