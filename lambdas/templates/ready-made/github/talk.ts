import type { Template } from '../ready-made.ts';
import { changed, each, excerpt, inWords, line, lines, maybe, spaced, when } from '../snippets.ts';
import { bySender, event, where, who } from './event.ts';

const ISSUE_THING_WORDS = {
  labeled: 'labeled',
  unlabeled: 'no longer labeled',
  assigned: 'assigned to',
  unassigned: 'no longer assigned to',
  milestoned: 'added to milestone',
  demilestoned: 'taken out of milestone',
  typed: 'given the type',
  untyped: 'no longer of the type',
  transferred: 'transferred to',
};

/** ` on #7 Wrong total`, with the parts that exist. */
const target = [
  `{{#if issue}} on${maybe(' #', 'issue.number')}${maybe(' ', 'issue.title')}`,
  `{{else if pull_request}} on${maybe(' #', 'pull_request.number')}${maybe(' ', 'pull_request.title')}`,
  `{{else if discussion}} on${maybe(' #', 'discussion.number')}${maybe(' ', 'discussion.title')}`,
  '{{else if comment.commit_id}} on {{ $substring(comment.commit_id, 0, 7) }}{{/if}}',
].join('');

const numbered = (issue: string, otherwise: string) =>
  `{{#if ${issue}.number ?: ${issue}.title}}{{#if ${issue}.number}}#{{${issue}.number}}{{/if}}{{#if ${issue}.number and ${issue}.title}} {{/if}}{{${issue}.title}}{{else}}${otherwise}{{/if}}`;

/** Issues, comments, discussions, projects: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const talk = (): Template[] => [
  {
    id: 'github-issue',
    label: 'GitHub issue',
    when: event('issues'),
    template: lines(
      '{{ $thing := label.name ?: assignee.login ?: milestone.title ?: type.name ?: changes.new_repository.full_name }}',
      `${where}issue${maybe(' #', 'issue.number')} {{ action == "closed" and issue.state_reason == "not_planned" ? "closed as not planned" : $thing ? (${inWords('action', ISSUE_THING_WORDS)}) & " " & $thing : ${spaced('action')} }}${bySender}`,
      '{{#if changes.title.from and issue.title}}',
      '{{changes.title.from}} → {{issue.title}}',
      '{{else if issue.title}}',
      '{{issue.title}}',
      '{{/if}}',
      excerpt('issue.body', 600, 'action == "opened"'),
      '{{ action == "deleted" ? repository.html_url : issue.html_url }}',
    ),
  },
  {
    id: 'github-comment',
    label: 'GitHub comment',
    when: event('issue_comment', 'commit_comment', 'pull_request_review_comment', 'discussion_comment'),
    template: lines(
      `${where}{{ (action == "created" ? comment.user.login) ?: sender.login ?: comment.user.login ?: "someone" }} {{ action == "deleted" ? "deleted a comment" : action == "edited" ? "edited a comment" : "commented" }}${target}`,
      line('comment.path ? comment.path & (comment.line ? ", line " & comment.line : "")', 'File: '),
      excerpt('comment.body', 800, 'action != "deleted"'),
      '{{ action == "deleted" ? (issue.html_url ?: pull_request.html_url ?: discussion.html_url ?: repository.html_url) : comment.html_url }}',
    ),
  },
  {
    id: 'github-discussion',
    label: 'GitHub discussion',
    when: event('discussion'),
    template: lines(
      `${where}discussion${maybe(' "', 'discussion.title', '"')} {{ action == "category_changed" ? "moved to another category" : action == "unanswered" ? "no longer answered" : label.name ? (action == "unlabeled" ? "no longer labeled " : "labeled ") & label.name : ${spaced('action')} }}${bySender}`,
      changed('changes.title.from', 'discussion.title'),
      changed('changes.category.from.name', 'discussion.category.name'),
      excerpt('discussion.body', 600, 'action == "created"'),
      excerpt('answer.body', 600, 'action == "answered"'),
      '{{ action == "deleted" ? repository.html_url : (action == "answered" ? answer.html_url) ?: discussion.html_url }}',
    ),
  },
  {
    id: 'github-milestone',
    label: 'GitHub milestone',
    when: event('milestone'),
    template: lines(
      `${where}milestone${maybe(' ', 'milestone.title')} {{ ${spaced('action')} }}${bySender}`,
      changed('changes.title.from', 'milestone.title'),
      excerpt('milestone.description', 300, 'action == "created"'),
      line('action == "closed" and milestone.open_issues > 0 ? milestone.open_issues', 'Issues still open: '),
      line(
        'milestone.due_on and action in ["created", "edited", "opened"] ? $date(milestone.due_on, "[D1] [MNn] [Y0001]")',
        'Due ',
      ),
      '{{ action == "deleted" ? repository.html_url : milestone.html_url }}',
    ),
  },
  {
    id: 'github-label',
    label: 'GitHub label',
    when: event('label'),
    template: lines(
      `${where}label${maybe(' ', 'label.name')} {{ ${spaced('action')} }}${bySender}`,
      changed('changes.name.from', 'label.name'),
      line('action != "deleted" ? label.description'),
      '{{#if repository.html_url}}{{repository.html_url}}/labels{{/if}}',
    ),
  },
  {
    id: 'github-sub-issue',
    label: 'GitHub sub-issue',
    when: event('sub_issues'),
    template: lines(
      `${where}${numbered('sub_issue', 'an issue')} {{ $contains(action ?: "", "parent") ? "" : "is " }}{{ $contains(action ?: "", "removed") ? "no longer" : "now" }} {{ $contains(action ?: "", "parent") ? "has as its parent" : "a sub-issue of" }} ${numbered('parent_issue', 'another issue')}${bySender}`,
      '{{ sub_issue.html_url ?: parent_issue.html_url }}',
    ),
  },
  {
    id: 'github-issue-dependency',
    label: 'GitHub issue dependency',
    when: event('issue_dependencies'),
    template: lines(
      `{{#if $contains(action ?: "", "blocked_by")}}`,
      `${where}${numbered('blocked_issue', 'an issue')} is {{ $contains(action, "removed") ? "no longer" : "now" }} blocked by ${numbered('blocking_issue', 'another issue')}`,
      '{{else}}',
      `${where}${numbered('blocking_issue', 'an issue')} {{ $contains(action ?: "", "removed") ? "no longer" : "now" }} blocks ${numbered('blocked_issue', 'another issue')}`,
      '{{/if}}',
      '{{ $contains(action ?: "", "blocked_by") ? blocked_issue.html_url : blocking_issue.html_url }}',
    ),
  },
  {
    id: 'github-project',
    label: 'GitHub project',
    when: event('projects_v2', 'project'),
    template: lines(
      '{{ $project := projects_v2 ?: project }}',
      `${where}project${maybe(' ', '$project.title ?: $project.name')} {{ ${spaced('action')} }}${bySender}`,
      changed('changes.title.from ?: changes.name.from', '$project.title ?: $project.name'),
      excerpt('$project.short_description ?: $project.body', 300, 'action == "created"'),
      '{{ $project.html_url ?: (organization.login and $project.number ? "https://github.com/orgs/" & organization.login & "/projects/" & $project.number) }}',
    ),
  },
  {
    id: 'github-project-item',
    label: 'GitHub project item',
    when: event('projects_v2_item'),
    template: lines(
      `${where}{{ ${inWords('projects_v2_item.content_type', { Issue: 'issue', PullRequest: 'pull request', DraftIssue: 'draft' }, 'item')} }} {{ action == "created" ? "added to" : action == "deleted" ? "taken out of" : action == "reordered" ? "moved in" : (action ?: "changed") & " in" }} a project${bySender}`,
      changed(
        'changes.field_value.from.name ?: ($type(changes.field_value.from) = "string" ? changes.field_value.from)',
        'changes.field_value.to.name ?: ($type(changes.field_value.to) = "string" ? changes.field_value.to)',
        '{{#if changes.field_value.field_name}}{{changes.field_value.field_name}}: {{/if}}',
      ),
      '{{#if organization.login}}https://github.com/orgs/{{organization.login}}/projects{{#if changes.field_value.project_number}}/{{changes.field_value.project_number}}{{/if}}{{/if}}',
    ),
  },
  {
    id: 'github-project-status',
    label: 'GitHub project status',
    when: event('projects_v2_status_update'),
    template: lines(
      `${where}project status update {{ ${spaced('action')} }}${bySender}`,
      when(
        'action != "deleted"',
        line(
          'projects_v2_status_update.status ? $lowercase($replace(projects_v2_status_update.status, "_", " "))',
          'Status: ',
        ),
        line(
          'projects_v2_status_update.target_date ? $date(projects_v2_status_update.target_date, "[D1] [MNn] [Y0001]")',
          'Target date: ',
        ),
        excerpt('projects_v2_status_update.body'),
      ),
      '{{#if organization.login}}https://github.com/orgs/{{organization.login}}/projects{{/if}}',
    ),
  },
  {
    id: 'github-project-card',
    label: 'GitHub project card',
    when: event('project_card', 'project_column'),
    template: lines(
      `${where}project {{ project_column ? "column" : "card" }}${maybe(' ', 'project_column.name')} {{ ${spaced('action')} }}${bySender}`,
      changed('changes.name.from', 'project_column.name'),
      excerpt('project_card.note', 300, 'action != "deleted"'),
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-sponsorship',
    label: 'GitHub sponsorship',
    when: event('sponsorship'),
    template: lines(
      `{{ sponsorship.sponsorable.login ?: "GitHub" }}: {{ sponsorship.sponsor.login ?: "someone" }} {{ ${inWords('action', { created: 'is a sponsor now', cancelled: 'is no sponsor any more', edited: 'edited the sponsorship', pending_cancellation: 'will stop being a sponsor', pending_tier_change: 'will change the tier', tier_changed: 'changed the tier' }, 'changed the sponsorship')} }}`,
      '{{#if changes.tier.from.name and sponsorship.tier.name}}',
      '{{changes.tier.from.name}} → {{sponsorship.tier.name}}',
      '{{else if sponsorship.tier.name}}',
      '{{sponsorship.tier.name}}',
      '{{/if}}',
      line('effective_date ? $date(effective_date, "[D1] [MNn] [Y0001]")', 'From '),
      '{{sponsorship.sponsor.html_url}}',
    ),
  },
  {
    id: 'github-ping',
    label: 'GitHub ping',
    when: event('ping'),
    template: lines(
      `{{ repository.full_name ?: organization.login ?: "GitHub" }}: the webhook is connected{{#if hook.events}} for {{ "*" in hook.events ? "all events" : $replace($join(hook.events, ", "), "_", " ") }}{{/if}}`,
      line('zen'),
      '{{ repository.html_url }}',
    ),
  },
  {
    id: 'github-dispatch',
    label: 'GitHub dispatch',
    when: event('repository_dispatch', 'workflow_dispatch'),
    template: lines(
      String.raw`${where}${who} started {{ workflow ? "workflow " & $replace(workflow, /^.*\/|\.ya?ml$/, "") : action ? "event " & action : "an event" }} {{ (ref ?: branch) ? "on " & $replace(ref ?: branch, "refs/heads/", "") : "by hand" }}`,
      each(
        '$spread(inputs ?: client_payload)',
        '6 and $.* != "" and $not($type($.*) in ["array", "object", "null"])',
        '{{ $keys($) }}: {{ $truncate($string($.*), 100) }}',
      ),
      '{{#if repository.html_url}}{{repository.html_url}}/actions{{/if}}',
    ),
  },
];
