import { ACTIONS, about, byUser, kind, STATES, where, who } from './gitlab/event.ts';
import { events } from './gitlab/events.ts';
import type { Sender, Template } from './ready-made.ts';
import { changed, each, excerpt, firstLine, inWords, line, lines, maybe, more, refKind, when } from './snippets.ts';

/** Its name, its former name, its labels now. */
const titleAndChanges = lines(
  '{{#if changes.title.previous and object_attributes.title}}',
  '{{changes.title.previous}} → {{object_attributes.title}}',
  '{{else if object_attributes.title}}',
  '{{object_attributes.title}}',
  '{{/if}}',
  when(
    'object_attributes.action == "update" and changes.labels',
    'Labels: {{ $join(changes.labels.previous[title].title, ", ") ?: "none" }} → {{ $join(changes.labels.current[title].title, ", ") ?: "none" }}',
  ),
  changed('changes.state.previous', 'changes.state.current', 'State: '),
  line(
    'object_attributes.action == "update" and $exists(changes.draft) ? (changes.draft.current ? "Marked as a draft" : "Marked as ready")',
  ),
  ...['assignees', 'reviewers'].map((who) =>
    when(
      `object_attributes.action == "update" and changes.${who}`,
      `${who === 'assignees' ? 'Assigned' : 'Reviewers'}: {{ $join(changes.${who}.previous[name].name, ", ") ?: "none" }} → {{ $join(changes.${who}.current[name].name, ", ") ?: "none" }}`,
    ),
  ),
  line('object_attributes.action == "update" and $exists(changes.description) ? "The description changed"'),
);
const assigned = maybe(', assigned to ', '$exists(changes.assignees) ? "" : $join(assignees[name].name, ", ")');

/** Every event that GitLab publishes: https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const gitlab: Sender = {
  sender: 'GitLab',
  when: { headers: { 'x-gitlab-event': true } },
  templates: (): Template[] => [
    {
      id: 'gitlab-push',
      label: 'GitLab push',
      when: { fields: { commits: true, ref: true } },
      template: lines(
        `${where}{{ user_name ?: "someone" }} {{ $contains(after ?: "", /^0+$/) ? "deleted" & ${refKind} : $contains(before ?: "", /^0+$/) ? "created" & ${refKind} : ref ? "pushed to" : "pushed" }}${maybe(' ', String.raw`$replace(ref ?: "", /^refs\/(heads|tags)\//, "")`)}`,
        each(
          'commits',
          8,
          `-${maybe(' ', '$substring(id ?: "", 0, 8)')}${maybe(' ', `title ?: ${firstLine('message')}`)}${maybe(' (', 'author.name', ')')}`,
        ),
        more('(total_commits_count ?: 0)', '($count(commits) > 8 ? 8 : $count(commits))'),
        String.raw`{{ project.web_url and before and after and $not($contains(before & " " & after, /\b0+\b/)) ? project.web_url & "/-/compare/" & before & "..." & after : project.web_url }}`,
      ),
    },
    {
      id: 'gitlab-merge-request',
      label: 'GitLab merge request',
      when: kind('merge_request'),
      template: lines(
        `${where}merge request${maybe(' !', 'object_attributes.iid')} {{ object_attributes.action == "update" and object_attributes.oldrev ? "updated with new commits" : (${inWords('(object_attributes.action ?: object_attributes.state)', ACTIONS)}) }}${byUser}`,
        titleAndChanges,
        when(
          'object_attributes.source_branch and object_attributes.target_branch',
          `{{object_attributes.source_branch}} → {{object_attributes.target_branch}}${assigned}`,
        ),
        excerpt('object_attributes.description', 400, 'object_attributes.action == "open"'),
        '{{ object_attributes.url ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-issue',
      label: 'GitLab issue',
      when: kind('issue', 'work_item', 'confidential_issue'),
      template: lines(
        `${where}{{ $lowercase(object_attributes.type ?: "issue") }}${maybe(' #', 'object_attributes.iid')} {{ ${inWords('(object_attributes.action ?: object_attributes.state)', ACTIONS)} }}${byUser}`,
        titleAndChanges,
        when(
          'object_attributes.action == "open" and assignees[name]',
          'Assigned to {{ $join(assignees[name].name, ", ") }}',
        ),
        excerpt('object_attributes.description', 600, 'object_attributes.action == "open"'),
        '{{ object_attributes.url ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-comment',
      label: 'GitLab comment',
      when: kind('note'),
      template: lines(
        `${where}${who} {{ object_attributes.action == "update" ? "edited a comment" : object_attributes.action == "delete" ? "deleted a comment" : "commented" }}{{#if merge_request.iid ?: merge_request.title}} on{{#if merge_request.iid}} !{{merge_request.iid}}{{/if}}${maybe(' ', 'merge_request.title')}{{else if issue.iid ?: issue.title}} on${about('issue')}{{else if commit.id}} on {{ $substring(commit.id, 0, 8) }}{{else if snippet.title}} on {{snippet.title}}{{/if}}`,
        excerpt('object_attributes.note', 800, '$not(object_attributes.action == "delete")'),
        '{{ object_attributes.url ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-pipeline',
      label: 'GitLab pipeline',
      when: kind('pipeline'),
      template: lines(
        `${where}pipeline${maybe(' ', 'object_attributes.name')} {{ ${inWords('(object_attributes.detailed_status ?: object_attributes.status)', STATES, 'changed')} }}${maybe(' on ', 'object_attributes.ref')}`,
        when(
          `(commit.title ?: commit.message)`,
          `{{ commit.title ?: ${firstLine('commit.message')} }}${maybe(' (', 'commit.author.name', ')')}`,
        ),
        each('builds[status = "failed"]', 5, '- failed:{{#if stage}} {{stage}} /{{/if}} {{ name ?: "a job" }}'),
        line('object_attributes.duration ? $duration(object_attributes.duration * 1000)', 'Took '),
        line(
          'merge_request.iid ? "!" & merge_request.iid & (merge_request.title ? " " & merge_request.title : "")',
          'Merge request: ',
        ),
        '{{ object_attributes.url ?: (project.web_url and object_attributes.id ? project.web_url & "/-/pipelines/" & object_attributes.id : project.web_url) }}',
      ),
    },
    {
      id: 'gitlab-job',
      label: 'GitLab job',
      when: kind('build'),
      template: lines(
        `{{ project.path_with_namespace ?: project_name ?: "GitLab" }}: job{{#if build_stage and build_name}} {{build_stage}} / {{build_name}}{{else if build_name ?: build_stage}} {{ build_name ?: build_stage }}{{/if}} {{ ${inWords('build_status', STATES)} }}${maybe(' on ', 'ref')}`,
        line(
          'build_status == "failed" and build_failure_reason ? $replace(build_failure_reason, "_", " ")',
          'Reason: ',
        ),
        line('build_duration ? $duration($round(build_duration) * 1000)', 'Took '),
        '{{ project.web_url and build_id ? project.web_url & "/-/jobs/" & build_id : repository.homepage ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-deployment',
      label: 'GitLab deployment',
      when: kind('deployment'),
      template: lines(
        `${where}deployment${maybe(' to ', 'environment')} {{ ${inWords('status', STATES)} }}{{#if user.name}}, started by {{user.name}}{{/if}}`,
        line('commit_title'),
        '{{ environment_external_url ?: deployable_url ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-release',
      label: 'GitLab release',
      when: kind('release'),
      template: lines(
        `${where}release${maybe(' ', 'name ?: tag')}{{#if tag and name and tag != name}} ({{tag}}){{/if}} {{ ${inWords('action', ACTIONS)} }}`,
        excerpt('description', 600, '$not(action == "delete")'),
        '{{ action == "delete" ? project.web_url : url ?: project.web_url }}',
      ),
    },
    {
      id: 'gitlab-wiki',
      label: 'GitLab wiki page',
      when: kind('wiki_page'),
      template: lines(
        `${where}wiki page${maybe(' "', 'object_attributes.title', '"')} {{ ${inWords('object_attributes.action', ACTIONS)} }}${byUser}`,
        line('object_attributes.message'),
        '{{ object_attributes.action == "delete" ? wiki.web_url ?: project.web_url : object_attributes.url }}',
      ),
    },
    ...events(),
  ],
};
