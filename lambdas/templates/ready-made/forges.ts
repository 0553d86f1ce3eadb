import type { Sender } from './ready-made.ts';

const hubPush = String.raw`{{ repository.full_name ?? repository.path_with_namespace }}: {{ pusher.full_name ?: pusher.login ?: pusher.username ?: pusher.name ?: user_name }} pushed to {{ $replace(ref, /^refs\/(heads|tags)\//, "") }}
{{#each commits}}
{{#if $index < 8}}
- {{ $substring(id, 0, 7) }} {{ $substringBefore(message, "\n") }} ({{author.name}})
{{/if}}
{{/each}}
{{#if $count(commits) > 8}}
… and {{ $count(commits) - 8 }} more
{{/if}}
{{ compare_url ?? compare ?? repository.html_url }}`;

/** Forges whose payloads follow GitHub's: https://docs.gitea.com/usage/webhooks */
const hubLike = (sender: string, id: string, header: string): Sender => ({
  sender,
  when: { headers: { [header]: true } },
  templates: [
    { id: `${id}-push`, label: `${sender} push`, when: { fields: { commits: true } }, template: hubPush },
    {
      id: `${id}-pull-request`,
      label: `${sender} pull request`,
      when: { fields: { pull_request: true } },
      template: `{{repository.full_name}}: pull request #{{ number ?? pull_request.number }} {{action}} by {{ sender.login ?? sender.username }}
{{pull_request.title}}
{{#if review.content}}
{{ $truncate(review.content, 600) }}
{{/if}}
{{pull_request.html_url}}`,
    },
    {
      id: `${id}-issue`,
      label: `${sender} issue`,
      when: { fields: { issue: true } },
      template: `{{repository.full_name}}: {{#if comment}}comment on {{/if}}issue #{{issue.number}} {{action}} by {{ sender.login ?? sender.username }}
{{issue.title}}
{{#if comment.body}}
{{ $truncate(comment.body, 600) }}
{{/if}}
{{ comment.html_url ?? issue.html_url }}`,
    },
  ],
});

export const forgejo = hubLike('Forgejo', 'forgejo', 'x-forgejo-event');
export const gitea = hubLike('Gitea', 'gitea', 'x-gitea-event');
export const gogs = hubLike('Gogs', 'gogs', 'x-gogs-event');
export const gitee = hubLike('Gitee', 'gitee', 'x-gitee-event');

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucket: Sender = {
  sender: 'Bitbucket',
  when: { headers: { 'x-event-key': true, 'x-hook-uuid': true } },
  templates: [
    {
      id: 'bitbucket-push',
      label: 'Bitbucket push',
      when: { headers: { 'x-event-key': 'repo:push' } },
      template: String.raw`{{#each push.changes}}
{{$$.repository.full_name}}: {{$$.actor.display_name}} {{ closed ? "deleted" : created ? "created" : forced ? "force-pushed" : "pushed to" }} {{ new.name ?? old.name }}
{{#each commits}}
- {{ $substring(hash, 0, 7) }} {{ $substringBefore(message, "\n") }}
{{/each}}
{{links.html.href}}
{{/each}}`,
    },
    {
      id: 'bitbucket-pull-request',
      label: 'Bitbucket pull request',
      when: { headers: { 'x-event-key': 'pullrequest:*' } },
      template: `{{repository.full_name}}: pull request #{{pullrequest.id}} {{ $replace($substringAfter($headers.\`x-event-key\`, ":"), "_", " ") }} by {{actor.display_name}}
{{pullrequest.title}}
{{pullrequest.source.branch.name}} → {{pullrequest.destination.branch.name}}
{{#if comment.content.raw}}
{{ $truncate(comment.content.raw, 600) }}
{{/if}}
{{pullrequest.links.html.href}}`,
    },
    {
      id: 'bitbucket-issue',
      label: 'Bitbucket issue',
      when: { headers: { 'x-event-key': 'issue:*' } },
      template: `{{repository.full_name}}: issue #{{issue.id}} {{ $replace($substringAfter($headers.\`x-event-key\`, ":"), "_", " ") }} by {{actor.display_name}}
{{issue.title}}
{{#if comment.content.raw ?: issue.content.raw}}
{{ $truncate(comment.content.raw ?: issue.content.raw, 600) }}
{{/if}}
{{issue.links.html.href}}`,
    },
    {
      id: 'bitbucket-status',
      label: 'Bitbucket build status',
      when: { headers: { 'x-event-key': 'repo:commit_status_*' } },
      template:
        '{{repository.full_name}}: {{commit_status.name}} {{commit_status.state}}\n{{commit_status.description}}\n{{commit_status.url}}',
    },
  ],
};

/** https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html */
export const bitbucketServer: Sender = {
  sender: 'Bitbucket Data Center',
  when: { headers: { 'x-event-key': true }, fields: { eventKey: true } },
  templates: [
    {
      id: 'bitbucket-server-push',
      label: 'Bitbucket Data Center push',
      when: { fields: { eventKey: 'repo:refs_changed' } },
      template: `{{repository.project.key}}/{{repository.slug}}: {{actor.displayName}} changed
{{#each changes}}
- {{ref.displayId}} {{ $lowercase(type) }}d {{ $substring(fromHash, 0, 7) }} → {{ $substring(toHash, 0, 7) }}
{{/each}}`,
    },
    {
      id: 'bitbucket-server-pull-request',
      label: 'Bitbucket Data Center pull request',
      when: { fields: { pullRequest: true } },
      template: `{{pullRequest.toRef.repository.project.key}}/{{pullRequest.toRef.repository.slug}}: pull request #{{pullRequest.id}} {{ $replace($substringAfter(eventKey, "pr:"), ":", " ") }} by {{actor.displayName}}
{{pullRequest.title}}
{{pullRequest.fromRef.displayId}} → {{pullRequest.toRef.displayId}}
{{#if comment.text}}
{{ $truncate(comment.text, 600) }}
{{/if}}
{{pullRequest.links.self.href}}`,
    },
  ],
};

/** https://learn.microsoft.com/azure/devops/service-hooks/events: each event carries its own sentence. */
export const azureDevOps: Sender = {
  sender: 'Azure DevOps',
  when: { fields: { publisherId: ['tfs', 'rm', 'pipelines'], eventType: true, message: true } },
  templates: [
    {
      id: 'azure-devops',
      label: 'Azure DevOps event',
      when: {},
      template: `{{ message.text ?: message.markdown ?: eventType }}
{{#each resource.commits}}
- {{ $substring(commitId, 0, 8) }} {{comment}}{{#if author}} ({{author.name}}){{/if}}
{{/each}}
{{#if resource.status}}
Status: {{resource.status}}{{#if resource.finishTime}}, took {{ $duration($toMillis(resource.finishTime) - $toMillis(resource.startTime)) }}{{/if}}
{{/if}}
{{ resource._links.web.href ?? resource.repository.remoteUrl }}`,
    },
  ],
};
