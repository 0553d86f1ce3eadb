import type { Sender } from './ready-made.ts';

const kind = (name: string | string[]) => ({ fields: { object_kind: name } });

/** Events and fields: https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlab: Sender = {
  sender: 'GitLab',
  when: { headers: { 'x-gitlab-event': true } },
  templates: [
    {
      id: 'gitlab-push',
      label: 'GitLab push',
      when: { fields: { commits: true, ref: true } },
      template: String.raw`{{ project.path_with_namespace ?? project.name }}: {{user_name}} {{ $contains(after, /^0+$/) ? "deleted" : $contains(before, /^0+$/) ? "created" : "pushed to" }} {{ $replace(ref, /^refs\/(heads|tags)\//, "") }}
{{#each commits}}
{{#if $index < 8}}
- {{ $substring(id, 0, 8) }} {{ title ?? $substringBefore(message, "\n") }} ({{author.name}})
{{/if}}
{{/each}}
{{#if total_commits_count > 8}}
… and {{ total_commits_count - 8 }} more
{{/if}}
{{project.web_url}}`,
    },
    {
      id: 'gitlab-merge-request',
      label: 'GitLab merge request',
      when: kind('merge_request'),
      template: `{{project.path_with_namespace}}: merge request !{{object_attributes.iid}} {{ $lookup({"open": "opened", "close": "closed", "reopen": "reopened", "update": "updated", "merge": "merged", "approved": "approved"}, object_attributes.action) ?? object_attributes.action ?? object_attributes.state }} by {{user.name}}
{{object_attributes.title}}
{{object_attributes.source_branch}} → {{object_attributes.target_branch}}{{#if assignees}}, assigned to {{ $join(assignees.name, ", ") }}{{/if}}
{{#if object_attributes.action == "open" and object_attributes.description}}
{{ $truncate(object_attributes.description, 400) }}
{{/if}}
{{object_attributes.url}}`,
    },
    {
      id: 'gitlab-issue',
      label: 'GitLab issue',
      when: kind(['issue', 'work_item', 'confidential_issue']),
      template: `{{project.path_with_namespace}}: issue #{{object_attributes.iid}} {{ $lookup({"open": "opened", "close": "closed", "reopen": "reopened", "update": "updated", "merge": "merged", "approved": "approved"}, object_attributes.action) ?? object_attributes.action ?? object_attributes.state }} by {{user.name}}
{{object_attributes.title}}
{{#if object_attributes.action == "open" and object_attributes.description}}
{{ $truncate(object_attributes.description, 600) }}
{{/if}}
{{object_attributes.url}}`,
    },
    {
      id: 'gitlab-comment',
      label: 'GitLab comment',
      when: kind('note'),
      template: `{{project.path_with_namespace}}: {{user.name}} commented on {{#if merge_request}}!{{merge_request.iid}} {{merge_request.title}}{{else if issue}}#{{issue.iid}} {{issue.title}}{{else if commit}}{{ $substring(commit.id, 0, 8) }}{{else}}{{snippet.title}}{{/if}}
{{ $truncate(object_attributes.note, 800) }}
{{object_attributes.url}}`,
    },
    {
      id: 'gitlab-pipeline',
      label: 'GitLab pipeline',
      when: kind('pipeline'),
      template: String.raw`{{project.path_with_namespace}}: pipeline {{object_attributes.id}} {{ object_attributes.detailed_status ?? object_attributes.status }} on {{object_attributes.ref}}
{{#if commit}}
{{ commit.title ?? $substringBefore(commit.message, "\n") }} ({{commit.author.name}})
{{/if}}
{{#each builds[status = "failed"]}}
- failed: {{stage}} / {{name}}
{{/each}}
{{#if object_attributes.duration}}
Took {{ $duration(object_attributes.duration * 1000) }}
{{/if}}
{{ object_attributes.url ?? (project.web_url & "/-/pipelines/" & object_attributes.id) }}`,
    },
    {
      id: 'gitlab-job',
      label: 'GitLab job',
      when: kind('build'),
      template: `{{ project.path_with_namespace ?? project_name }}: job {{build_stage}} / {{build_name}} {{build_status}} on {{ref}}
{{#if build_failure_reason and build_status == "failed"}}
Reason: {{ $replace(build_failure_reason, "_", " ") }}
{{/if}}
{{#if build_duration}}
Took {{ $duration(build_duration * 1000) }}
{{/if}}
{{repository.homepage}}`,
    },
    {
      id: 'gitlab-deployment',
      label: 'GitLab deployment',
      when: kind('deployment'),
      template:
        '{{project.path_with_namespace}}: deployment to {{environment}} {{status}} by {{user.name}}\n{{commit_title}}\n{{ environment_external_url ?? deployable_url }}',
    },
    {
      id: 'gitlab-release',
      label: 'GitLab release',
      when: kind('release'),
      template: `{{project.path_with_namespace}}: release {{name}} ({{tag}}) {{action}}d
{{#if description}}
{{ $truncate(description, 800) }}
{{/if}}
{{url}}`,
    },
    {
      id: 'gitlab-wiki',
      label: 'GitLab wiki page',
      when: kind('wiki_page'),
      template:
        '{{project.path_with_namespace}}: wiki page "{{object_attributes.title}}" {{object_attributes.action}}d by {{user.name}}\n{{object_attributes.url}}',
    },
  ],
};
