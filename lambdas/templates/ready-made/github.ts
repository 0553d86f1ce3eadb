import type { Sender } from './ready-made.ts';

const event = (name: string) => ({ headers: { 'x-github-event': name } });

/** Events and fields: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const github: Sender = {
  sender: 'GitHub',
  when: { headers: { 'x-github-event': true } },
  templates: [
    {
      id: 'github-push',
      label: 'GitHub push',
      when: event('push'),
      template: String.raw`{{repository.full_name}}: {{pusher.name}} {{ deleted ? "deleted" : created ? "created" : forced ? "force-pushed" : "pushed to" }} {{ $replace(ref, /^refs\/(heads|tags)\//, "") }}
{{#each commits}}
{{#if $index < 8}}
- {{ $substring(id, 0, 7) }} {{ $substringBefore(message, "\n") }} ({{author.name}})
{{/if}}
{{/each}}
{{#if $count(commits) > 8}}
… and {{ $count(commits) - 8 }} more
{{/if}}
{{#if $not(deleted)}}
{{compare}}
{{/if}}`,
    },
    {
      id: 'github-pull-request',
      label: 'GitHub pull request',
      when: event('pull_request'),
      template: `{{repository.full_name}}: pull request #{{number}} {{ action == "closed" and pull_request.merged ? "merged" : $replace(action, "_", " ") }} by {{sender.login}}{{#if label}} ({{label.name}}){{/if}}
{{pull_request.title}}
{{pull_request.head.label ?? pull_request.head.ref}} → {{pull_request.base.ref}}{{#if pull_request.changed_files}}, {{pull_request.changed_files}} files, +{{pull_request.additions}} −{{pull_request.deletions}}{{/if}}
{{#if action == "opened" and pull_request.body}}
{{ $truncate(pull_request.body, 400) }}
{{/if}}
{{pull_request.html_url}}`,
    },
    {
      id: 'github-review',
      label: 'GitHub pull request review',
      when: event('pull_request_review'),
      template: `{{repository.full_name}}: {{review.user.login}} {{ review.state == "approved" ? "approved" : review.state == "changes_requested" ? "asked for changes in" : "commented on" }} pull request #{{pull_request.number}} {{pull_request.title}}
{{#if review.body}}
{{ $truncate(review.body, 600) }}
{{/if}}
{{review.html_url}}`,
    },
    {
      id: 'github-issue',
      label: 'GitHub issue',
      when: event('issues'),
      template: `{{repository.full_name}}: issue #{{issue.number}} {{action}} by {{sender.login}}{{#if label}} ({{label.name}}){{/if}}
{{issue.title}}
{{#if action == "opened" and issue.body}}
{{ $truncate(issue.body, 600) }}
{{/if}}
{{issue.html_url}}`,
    },
    {
      id: 'github-comment',
      label: 'GitHub comment',
      when: {
        headers: {
          'x-github-event': ['issue_comment', 'commit_comment', 'pull_request_review_comment', 'discussion_comment'],
        },
      },
      template: `{{repository.full_name}}: {{comment.user.login}} commented{{#if issue}} on #{{issue.number}} {{issue.title}}{{else if pull_request}} on #{{pull_request.number}} {{pull_request.title}}{{else if discussion}} on {{discussion.title}}{{else if comment.commit_id}} on {{ $substring(comment.commit_id, 0, 7) }}{{/if}}
{{ $truncate(comment.body, 800) }}
{{comment.html_url}}`,
    },
    {
      id: 'github-discussion',
      label: 'GitHub discussion',
      when: event('discussion'),
      template: `{{repository.full_name}}: discussion "{{discussion.title}}" {{action}} by {{sender.login}}
{{#if action == "created"}}
{{ $truncate(discussion.body, 600) }}
{{/if}}
{{discussion.html_url}}`,
    },
    {
      id: 'github-release',
      label: 'GitHub release',
      when: event('release'),
      template: `{{repository.full_name}}: {{ release.prerelease ? "pre-release" : "release" }} {{ release.name ?: release.tag_name }} {{action}} by {{sender.login}}
{{#if release.body}}
{{ $truncate(release.body, 800) }}
{{/if}}
{{release.html_url}}`,
    },
    {
      id: 'github-workflow-run',
      label: 'GitHub Actions run',
      when: event('workflow_run'),
      template: String.raw`{{repository.full_name}}: {{ workflow_run.name ?: workflow.name ?: "workflow" }} {{ workflow_run.conclusion ?: workflow_run.status }} on {{workflow_run.head_branch}}
{{ workflow_run.head_commit ? $substringBefore(workflow_run.head_commit.message, "\n") : workflow_run.display_title }}
{{ $started := $toMillis(workflow_run.run_started_at ?? workflow_run.created_at) }}{{#if workflow_run.conclusion and $toMillis(workflow_run.updated_at) > $started}}Took {{ $duration($toMillis(workflow_run.updated_at) - $started) }}, started{{else}}Started{{/if}} by {{ workflow_run.actor.login ?? sender.login }}
{{workflow_run.html_url}}`,
    },
    {
      id: 'github-workflow-job',
      label: 'GitHub Actions job',
      when: event('workflow_job'),
      template: `{{repository.full_name}}: job {{workflow_job.name}} {{ workflow_job.conclusion ?: workflow_job.status }}{{#if workflow_job.head_branch}} on {{workflow_job.head_branch}}{{/if}}
{{#each workflow_job.steps[conclusion = "failure"]}}
- failed: {{name}}
{{/each}}
{{workflow_job.html_url}}`,
    },
    {
      id: 'github-check',
      label: 'GitHub check',
      when: { headers: { 'x-github-event': ['check_run', 'check_suite'] } },
      template: `{{repository.full_name}}: {{ check_run.name ?? check_suite.app.name ?? "checks" }} {{ check_run.conclusion ?: check_suite.conclusion ?: check_run.status ?: check_suite.status ?: action }} on {{ check_suite.head_branch ?? check_run.check_suite.head_branch }}
{{#if check_run.output.title}}
{{check_run.output.title}}
{{/if}}
{{ check_run.html_url ?? check_run.details_url }}`,
    },
    {
      id: 'github-status',
      label: 'GitHub commit status',
      when: event('status'),
      template: `{{name}}: {{context}} {{state}} for {{ $substring(sha, 0, 7) }}{{#if branches}} on {{branches.name}}{{/if}}
{{#if description}}
{{description}}
{{/if}}
{{target_url}}`,
    },
    {
      id: 'github-deployment',
      label: 'GitHub deployment',
      when: { headers: { 'x-github-event': ['deployment', 'deployment_status'] } },
      template: `{{repository.full_name}}: deployment of {{deployment.ref}} to {{deployment.environment}} {{ deployment_status.state ?? "requested" }} by {{ deployment.creator.login ?? sender.login }}
{{#if deployment_status.description ?: deployment.description}}
{{ deployment_status.description ?: deployment.description }}
{{/if}}
{{ deployment_status.environment_url ?: deployment_status.target_url }}`,
    },
    {
      id: 'github-security',
      label: 'GitHub security alert',
      when: {
        headers: {
          'x-github-event': [
            'dependabot_alert',
            'code_scanning_alert',
            'secret_scanning_alert',
            'security_advisory',
            'repository_vulnerability_alert',
          ],
        },
      },
      template: `{{ repository.full_name ?? "GitHub" }}: {{ $replace($headers.\`x-github-event\`, "_", " ") }} {{ $replace(action, "_", " ") }}
{{ alert.security_advisory.severity ?? alert.rule.severity ?? security_advisory.severity }} {{ alert.security_advisory.summary ?? alert.rule.description ?? alert.secret_type_display_name ?? security_advisory.summary }}
{{#if alert.dependency.package.name}}
Package: {{alert.dependency.package.name}}{{#if alert.security_vulnerability.first_patched_version}}, fixed in {{alert.security_vulnerability.first_patched_version.identifier}}{{/if}}
{{/if}}
{{ alert.html_url ?? security_advisory.cve_id }}`,
    },
    {
      id: 'github-ref',
      label: 'GitHub branch or tag',
      when: { headers: { 'x-github-event': ['create', 'delete'] } },
      template: `{{repository.full_name}}: {{sender.login}} {{ $headers.\`x-github-event\` }}d {{ref_type}} {{ref}}
{{repository.html_url}}`,
    },
    {
      id: 'github-star',
      label: 'GitHub star',
      when: event('star'),
      template:
        '{{repository.full_name}}: {{sender.login}} {{ action == "deleted" ? "removed a" : "gave a" }} star, {{repository.stargazers_count}} now',
    },
    {
      id: 'github-fork',
      label: 'GitHub fork',
      when: event('fork'),
      template: '{{repository.full_name}}: forked to {{forkee.full_name}} by {{sender.login}}\n{{forkee.html_url}}',
    },
    {
      id: 'github-package',
      label: 'GitHub package',
      when: { headers: { 'x-github-event': ['package', 'registry_package'] } },
      template:
        '{{ repository.full_name ?? organization.login }}: package {{ registry_package.name ?? package.name }} {{ registry_package.package_version.version ?? package.package_version.version }} {{action}} by {{sender.login}}\n{{ registry_package.html_url ?? package.html_url }}',
    },
    {
      id: 'github-ping',
      label: 'GitHub ping',
      when: event('ping'),
      template:
        '{{ repository.full_name ?? organization.login ?? "GitHub" }}: the webhook is connected ({{ $join(hook.events, ", ") }})\n{{zen}}',
    },
  ],
};
