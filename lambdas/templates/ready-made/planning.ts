import type { Sender, Template } from './ready-made.ts';
import { by, each, excerpt, inWords, line, lines, maybe, when } from './snippets.ts';

const browse =
  '{{#if issue.self and issue.key}}{{ $substringBefore(issue.self, "/rest/") }}/browse/{{issue.key}}{{/if}}';
const issue = '{{ issue.key ?: "Jira" }}{{#if issue.fields.summary}} {{issue.fields.summary}}{{/if}}: ';
/** Comments are text on a server and a document of nodes in the cloud. */
const commentText = '$type(comment.body) = "string" ? comment.body : $join(comment.body.**.text, " ")';
const commentDone =
  '$contains(issue_event_type_name ?: webhookEvent ?: "", "comment") and $contains(issue_event_type_name ?: webhookEvent ?: "", "delete")';

/** An event of the issue does not say which of both it is, but the comment does. */
const commentEdited =
  '($contains(issue_event_type_name ?: webhookEvent ?: "", /comment_(updated|edited)/) or ($exists(comment.created) and $exists(comment.updated) and comment.created != comment.updated and $not($contains(issue_event_type_name ?: webhookEvent ?: "", /comment_created|commented/))))';

/** https://developer.atlassian.com/server/jira/platform/webhooks/ */
export const jira: Sender = {
  sender: 'Jira',
  when: { fields: { webhookEvent: true, timestamp: true } },
  templates: (): Template[] => [
    {
      id: 'jira-comment',
      label: 'Jira comment',
      when: { fields: { comment: true } },
      template: lines(
        `${issue}comment {{ ${commentDone} ? "deleted" : ${commentEdited} ? "edited" : "added" }}${by('user.displayName ?: comment.updateAuthor.displayName ?: comment.author.displayName')}`,
        excerpt(commentText, 800, `$not(${commentDone})`),
        browse,
      ),
    },
    {
      id: 'jira-worklog',
      label: 'Jira worklog',
      when: { fields: { worklog: true } },
      template: lines(
        `Jira: work {{ $contains(webhookEvent ?: "", "deleted") ? "no longer logged" : $contains(webhookEvent ?: "", "updated") ? "logged anew" : "logged" }}${by('worklog.author.displayName')}${maybe(', ', 'worklog.timeSpent')}`,
        excerpt(
          '$type(worklog.comment) = "string" ? worklog.comment',
          300,
          '$not($contains(webhookEvent ?: "", "deleted"))',
        ),
      ),
    },
    {
      id: 'jira-issue',
      label: 'Jira issue',
      when: { fields: { issue: true } },
      template: lines(
        `{{ issue.key ?: "Jira issue" }} {{ ${inWords('$substringAfter(webhookEvent ?: "", "issue_")', { generic: 'changed' })} }}${by('user.displayName ?: issue.fields.creator.displayName')}`,
        line('issue.fields.summary'),
        when(
          '$contains(webhookEvent ?: "", "created") and issue.fields.issuetype.name',
          `{{issue.fields.issuetype.name}}${maybe(', ', 'issue.fields.priority.name')}${maybe(', assigned to ', 'issue.fields.assignee.displayName')}`,
        ),
        each(
          'changelog.items',
          '6 and field',
          '- {{field}}: {{ $truncate(fromString ?: "none", 100) }} → {{ $truncate($lookup($, "toString") ?: "none", 100) }}',
        ),
        `{{#if $not($contains(webhookEvent ?: "", "deleted"))}}${browse}{{/if}}`,
      ),
    },
    {
      id: 'jira-event',
      label: 'Jira event',
      when: {},
      template: lines(
        `{{ project.name ?: board.name ?: "Jira" }}: {{ $event := $replace($replace($replace(webhookEvent ?: "event", "jira:", ""), "_", " "), "issuelink", "link") }}{{ $thing := $substringBefore($event, " ") }}{{ $name := sprint.name ?: version.name ?: project.key ?: issueLink.issueLinkType.outwardName }}{{ $contains($lowercase($name ?: ""), $thing) ? $name : $name ? $thing & " " & $name : $thing }}${maybe(' ', '$contains($event, " ") ? $substringAfter($event, " ")')}${by('user.displayName')}`,
        line('sprint.goal ?: version.description', 'Goal: '),
        line(
          '$contains(webhookEvent ?: "", "start") and sprint.endDate ? $date(sprint.endDate, "[D1] [MNn] [Y0001]")',
          'Until ',
        ),
      ),
    },
  ],
};

const LINEAR_WORDS = { create: 'created', update: 'updated', remove: 'removed', restore: 'restored' };
const linearAction = `{{ ${inWords('action', LINEAR_WORDS)} }}`;

/** https://linear.app/developers/webhooks */
export const linear: Sender = {
  sender: 'Linear',
  when: { headers: { 'linear-event': true } },
  templates: (): Template[] => [
    {
      id: 'linear-comment',
      label: 'Linear comment',
      when: { headers: { 'linear-event': 'Comment' } },
      template: lines(
        // Older calls name the issue in their address only.
        String.raw`{{ $key := data.issue.identifier ?: $match(url ?: "", /\/issue\/([A-Z0-9]+-\d+)/)[0].groups[0] }}{{ $key ?: "Linear" }}{{#if data.issue.title}}{{ $key ? " " : ": " }}{{data.issue.title}}{{/if}}: comment {{ ${inWords('action', { ...LINEAR_WORDS, create: 'added', update: 'edited' })} }}${by('actor.name ?: data.user.name')}`,
        excerpt('data.body', 800, '$not(action == "remove")'),
        '{{url}}',
      ),
    },
    {
      id: 'linear-issue',
      label: 'Linear issue',
      when: { headers: { 'linear-event': 'Issue' } },
      template: lines(
        `{{ data.identifier ?: "Linear issue" }} {{ action == "update" and $exists(updatedFrom.stateId) and data.state.name ? "moved to " & data.state.name : action == "update" and $exists(updatedFrom.assigneeId) and data.assignee.name ? "assigned to " & data.assignee.name : action == "update" and $exists(updatedFrom.assigneeId) ? "no longer assigned" : (${inWords('action', LINEAR_WORDS)}) }}${by('actor.name')}`,
        '{{#if updatedFrom.title and data.title}}',
        '{{updatedFrom.title}} → {{data.title}}',
        '{{else if data.title}}',
        '{{data.title}}',
        '{{/if}}',
        when(
          'data.state.name and $not(action == "remove")',
          `{{data.state.name}}${maybe(', priority ', 'data.priorityLabel and data.priorityLabel != "No priority" ? $lowercase(data.priorityLabel)')}${maybe(', assigned to ', 'data.assignee.name')}`,
        ),
        line(
          'updatedFrom ? $replace($join($filter($keys(updatedFrom), function($k) { $not($k in ["stateId", "assigneeId", "updatedAt", "sortOrder", "title", "startedAt", "completedAt", "canceledAt", "subIssueSortOrder", "prioritySortOrder", "boardOrder"]) }), ", "), /Ids?\\b/, "") ~> $lowercase',
          'Changed: ',
        ),
        '{{#if action != "remove"}}{{url}}{{/if}}',
      ),
    },
    {
      id: 'linear-event',
      label: 'Linear event',
      when: {},
      template: lines(
        `Linear: {{ type ? $lowercase($replace(type, /([a-z])([A-Z])/, "$1 $2")) : "something" }}${maybe(' ', 'data.name ?: data.title ?: data.project.name ?: data.initiative.name ?: data.emoji')} ${linearAction}${by('actor.name ?: data.user.name')}`,
        line('data.health ? $lowercase($replace(data.health, /([a-z])([A-Z])/, "$1 $2"))', 'Health: '),
        excerpt('data.body ?: data.description', 600, '$not(action == "remove")'),
        '{{url}}',
      ),
    },
  ],
};
