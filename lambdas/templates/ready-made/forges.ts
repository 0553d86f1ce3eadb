import type { Sender, Template } from './ready-made.ts';
import { by, changed, each, excerpt, firstLine, inWords, line, lines, maybe, spaced } from './snippets.ts';

const where = '{{ repository.full_name ?: repository.path_with_namespace ?: repository.name ?: "Repository" }}: ';

/** Bitbucket's events, in words. */
const BITBUCKET_WORDS = {
  fulfilled: 'merged',
  rejected: 'declined',
  comment_created: 'got a comment',
  comment_updated: 'had a comment edited',
  comment_deleted: 'had a comment deleted',
  comment_resolved: 'had a comment resolved',
  comment_reopened: 'had a comment reopened',
  unapproved: 'no longer approved',
  changes_request_created: 'sent back for changes',
  changes_request_removed: 'no longer sent back for changes',
};
const happened = `{{ ${inWords('$substringAfter($headers.`x-event-key` ?: "", ":")', BITBUCKET_WORDS)} }}`;
const BUILD_WORDS = { INPROGRESS: 'is running', SUCCESSFUL: 'succeeded', FAILED: 'failed', STOPPED: 'was stopped' };

/** https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/ */
export const bitbucket: Sender = {
  sender: 'Bitbucket',
  when: { headers: { 'x-event-key': true, 'x-hook-uuid': true } },
  templates: (): Template[] => [
    {
      id: 'bitbucket-push',
      label: 'Bitbucket push',
      when: { headers: { 'x-event-key': 'repo:push' } },
      template: lines(
        '{{#each push.changes}}',
        `{{ $$.repository.full_name ?: "Bitbucket" }}: {{ $$.actor.display_name ?: "someone" }} {{ closed ? "deleted" : created ? "created" : forced ? "force-pushed" : "pushed to" }} {{ (closed or created) and (new.name ?: old.name) ? ((new.type ?: old.type) = "tag" ? "tag " : "branch ") : "" }}{{ new.name ?: old.name ?: "a branch" }}`,
        each(
          'commits',
          8,
          `-${maybe(' ', '$substring(hash ?: "", 0, 7)')}${maybe(' ', firstLine('message'))}${maybe(' (', 'author.user.display_name', ')')}`,
        ),
        line('links.html.href'),
        '{{else}}',
        `{{ repository.full_name ?: "Bitbucket" }}: {{ actor.display_name ?: "someone" }} pushed`,
        '{{/each}}',
      ),
    },
    {
      id: 'bitbucket-pull-request',
      label: 'Bitbucket pull request',
      when: { headers: { 'x-event-key': 'pullrequest:*' } },
      template: lines(
        `${where}pull request${maybe(' #', 'pullrequest.id')} ${happened}${by('actor.display_name')}`,
        line('pullrequest.title'),
        changed('pullrequest.source.branch.name', 'pullrequest.destination.branch.name'),
        excerpt('comment.content.raw', 600, '$not($contains($headers.`x-event-key` ?: "", "deleted"))'),
        excerpt('pullrequest.description', 400, '$headers.`x-event-key` == "pullrequest:created"'),
        '{{ $page := comment.links.html.href ?: pullrequest.links.html.href ?: "" }}{{ $contains($page, "//api.") ? "" : $page }}',
      ),
    },
    {
      id: 'bitbucket-issue',
      label: 'Bitbucket issue',
      when: { headers: { 'x-event-key': 'issue:*' } },
      template: lines(
        `${where}issue${maybe(' #', 'issue.id')} ${happened}${by('actor.display_name')}`,
        line('issue.title'),
        excerpt('comment.content.raw ?: issue.content.raw'),
        // Its documentation has addresses of programs in the place of pages.
        '{{ $contains(issue.links.html.href ?: "", "//api.") ? "" : issue.links.html.href }}',
      ),
    },
    {
      id: 'bitbucket-status',
      label: 'Bitbucket build status',
      when: { headers: { 'x-event-key': 'repo:commit_status_*' } },
      template: lines(
        `${where}{{ commit_status.name ?: "build" }} {{ ${inWords('commit_status.state', BUILD_WORDS)} }}${maybe(' on ', 'commit_status.refname')}${maybe(' for ', String.raw`$match(commit_status.links.commit.href ?: "", /\/commit\/(\w{7})/)[0].groups[0]`)}`,
        line('commit_status.description'),
        '{{commit_status.url}}',
      ),
    },
    {
      id: 'bitbucket-repository',
      label: 'Bitbucket repository',
      when: { headers: { 'x-event-key': 'repo:*' } },
      template: lines(
        `${where}{{ comment ? "a commit got a comment" : fork ? "forked" : "repository " & (${spaced('$substringAfter($headers.`x-event-key` ?: "", ":")')}) }}${by('actor.display_name')}`,
        excerpt('comment.content.raw'),
        '{{ comment.links.html.href ?: fork.links.html.href ?: repository.links.html.href }}',
      ),
    },
  ],
};

const SERVER_WORDS = {
  from_ref_updated: 'updated with new commits',
  'reviewer:approved': 'approved',
  'reviewer:unapproved': 'no longer approved',
  'reviewer:needs_work': 'sent back for changes',
  'reviewer:updated': 'given other reviewers',
  'comment:added': 'got a comment',
  'comment:edited': 'had a comment edited',
  'comment:deleted': 'had a comment deleted',
};
const serverRepository = (repository: string) =>
  `{{ ${repository}.project.key ?: "Bitbucket" }}{{#if ${repository}.slug}}/{{${repository}.slug}}{{/if}}: `;

/** https://confluence.atlassian.com/bitbucketserver/event-payload-938025882.html */
export const bitbucketServer: Sender = {
  sender: 'Bitbucket Data Center',
  when: { headers: { 'x-event-key': true }, fields: { eventKey: true } },
  templates: (): Template[] => [
    {
      id: 'bitbucket-server-push',
      label: 'Bitbucket Data Center push',
      when: { fields: { eventKey: 'repo:refs_changed' } },
      template: lines(
        `${serverRepository('repository')}{{ actor.displayName ?: "someone" }} {{#if $count(changes) = 1 and changes[0].ref.displayId}}{{ ${inWords('changes[0].type', { ADD: 'created', UPDATE: 'pushed to', DELETE: 'deleted' })} }} {{ changes[0].ref.type = "TAG" ? "tag " : changes[0].type = "UPDATE" ? "" : "branch " }}{{changes[0].ref.displayId}}{{else}}pushed{{/if}}`,
        each(
          'changes',
          '8 and ($count($$.changes) > 1 or $not($exists(ref.displayId)))',
          `- {{ ref.displayId ? (ref.type = "TAG" ? "tag " : "branch ") : "" }}{{ ref.displayId ?: "a branch" }} {{ ${inWords('type', { ADD: 'created', UPDATE: 'updated', DELETE: 'deleted' })} }}`,
        ),
        '{{ repository.links.self[0].href }}',
      ),
    },
    {
      id: 'bitbucket-server-pull-request',
      label: 'Bitbucket Data Center pull request',
      when: { fields: { pullRequest: true } },
      template: lines(
        `${serverRepository('pullRequest.toRef.repository')}pull request${maybe(' #', 'pullRequest.id')} {{ ${inWords('$substringAfter(eventKey ?: "", "pr:")', SERVER_WORDS)} }}${by('actor.displayName')}`,
        line('pullRequest.title'),
        changed('pullRequest.fromRef.displayId', 'pullRequest.toRef.displayId'),
        excerpt('comment.text', 600, '$not($contains(eventKey ?: "", "deleted"))'),
        excerpt('pullRequest.description', 400, 'eventKey == "pr:opened"'),
        '{{ pullRequest.links.self[0].href }}',
      ),
    },
  ],
};

/** https://learn.microsoft.com/azure/devops/service-hooks/events: each event carries its own sentence. */
export const azureDevOps: Sender = {
  sender: 'Azure DevOps',
  when: { fields: { publisherId: ['tfs', 'rm', 'pipelines'], eventType: true, message: true } },
  templates: (): Template[] => [
    {
      id: 'azure-devops',
      label: 'Azure DevOps event',
      when: {},
      template: lines(
        // Its sentences end in their address in parentheses.
        String.raw`{{ $replace($replace(message.text ?: message.markdown ?: "", /\(https?:\S{1,500}$/, "") ~> $trim(), /\.$/, "") ?: "Azure DevOps: " & (${spaced('eventType', 'event')}) }}`,
        line('resource.title ? $contains(message.text ?: "", resource.title) ? "" : resource.title'),
        changed(
          '$substringAfter(resource.sourceRefName ?: "", "refs/heads/")',
          '$substringAfter(resource.targetRefName ?: "", "refs/heads/")',
        ),
        '{{#each $spread(resource.fields)}}',
        '{{#if $exists($.*.newValue) and $not($contains($keys($), /(Rev|Date|By|Watermark|PersonId)$/))}}',
        '- {{ $replace($split($keys($), ".")[-1], /([a-z])([A-Z])/, "$1 $2") }}: {{ $truncate($print($.*.oldValue.displayName ?: $.*.oldValue) ?: "none", 100) }} → {{ $truncate($print($.*.newValue.displayName ?: $.*.newValue) ?: "none", 100) }}',
        '{{/if}}',
        '{{/each}}',
        excerpt('resource.comment.content ?: (resource.pullRequestId ? resource.description)', 400),
        each(
          'resource.commits',
          8,
          `-${maybe(' ', '$substring(commitId ?: "", 0, 8)')}${maybe(' ', firstLine('comment'))}${maybe(' (', 'author.name', ')')}`,
        ),
        line(
          'resource.finishTime and resource.startTime ? $duration($toMillis(resource.finishTime) - $toMillis(resource.startTime))',
          'Took ',
        ),
        String.raw`{{#if $contains(message.text ?: "", /\(https?:\S{1,500}\)/)}}{{ $match(message.text, /\((https?:\S{1,500})\)/)[0].groups[0] }}{{else if resource._links.web.href ?: resource.repository.remoteUrl}}{{ resource._links.web.href ?: resource.repository.remoteUrl }}{{else if $contains(message.html ?: "", "href=")}}{{ $replace($match(message.html, /href="([^"]+)"/)[0].groups[0], "&amp;", "&") }}{{/if}}`,
      ),
    },
  ],
};
