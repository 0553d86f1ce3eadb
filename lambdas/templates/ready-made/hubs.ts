import type { Sender, Template } from './ready-made.ts';
import {
  by,
  changed,
  each,
  excerpt,
  firstLine,
  inWords,
  line,
  lines,
  maybe,
  more,
  refKind,
  spaced,
} from './snippets.ts';

const where = '{{ repository.full_name ?: repository.path_with_namespace ?: repository.name ?: "Repository" }}: ';
const actor =
  'sender.full_name ?: sender.login ?: sender.username ?: sender.name ?: pusher.login ?: pusher.username ?: pusher.name ?: user_name';

const HUB_WORDS = {
  synchronized: 'updated with new commits',
  label_updated: 'labeled anew',
  label_cleared: 'no longer labeled',
  created: 'created',
};
const number = (thing: string) => maybe(' #', `${thing}.number`);

/** Forges whose payloads follow GitHub's: https://docs.gitea.com/usage/webhooks */
const hubLike = (sender: string, id: string, header: string): Sender => ({
  sender,
  when: { headers: { [header]: true } },
  templates: (): Template[] => [
    {
      id: `${id}-push`,
      label: `${sender} push`,
      when: { fields: { commits: true } },
      template: lines(
        `${where}{{ pusher.full_name ?: pusher.login ?: pusher.username ?: pusher.name ?: user_name ?: "someone" }} {{ $contains(after ?: "", /^0+$/) ? "deleted" & ${refKind} : $contains(before ?: "", /^0+$/) ? "created" & ${refKind} : ref ? "pushed to" : "pushed" }}${maybe(' ', String.raw`$replace(ref ?: "", /^refs\/(heads|tags)\//, "")`)}`,
        each(
          'commits',
          8,
          `-${maybe(' ', '$substring(id ?: "", 0, 7)')}${maybe(' ', firstLine('message'))}${maybe(' (', 'author.name', ')')}`,
        ),
        more('$count(commits)', 8),
        // There is nothing to compare a new branch with.
        '{{ $contains((before ?: "") & " " & (after ?: ""), /(^| )0+( |$)/) ? repository.html_url ?: compare_url : compare_url ?: compare ?: repository.html_url }}',
      ),
    },
    {
      id: `${id}-pull-request`,
      label: `${sender} pull request`,
      when: { fields: { pull_request: true } },
      template: lines(
        `${where}pull request${maybe(' #', 'number ?: pull_request.number')} {{ action == "closed" and pull_request.merged ? "merged" : (${inWords('action', HUB_WORDS)}) }}${by(actor)}`,
        line('pull_request.title'),
        changed('pull_request.head.ref != pull_request.base.ref ? pull_request.head.ref', 'pull_request.base.ref'),
        excerpt('review.content ?: comment.body', 600, '$not(action == "deleted")'),
        excerpt('pull_request.body', 400, 'action == "opened"'),
        '{{ comment.html_url ?: pull_request.html_url }}',
      ),
    },
    {
      id: `${id}-comment`,
      label: `${sender} comment`,
      when: { fields: { issue: true, comment: true } },
      template: lines(
        `${where}{{ ${actor} ?: "someone" }} {{ action == "deleted" ? "deleted a comment" : action == "edited" ? "edited a comment" : "commented" }}{{#if issue.number ?: issue.title}} on${number('issue')}${maybe(' ', 'issue.title')}{{/if}}`,
        excerpt('comment.body', 600, '$not(action == "deleted")'),
        '{{ action == "deleted" ? issue.html_url : comment.html_url ?: issue.html_url }}',
      ),
    },
    {
      id: `${id}-issue`,
      label: `${sender} issue`,
      when: { fields: { issue: true } },
      template: lines(
        `${where}issue${number('issue')} {{ ${inWords('action', HUB_WORDS)} }}${by(actor)}`,
        line('issue.title'),
        excerpt('issue.body', 400, 'action == "opened"'),
        '{{issue.html_url}}',
      ),
    },
    {
      id: `${id}-release`,
      label: `${sender} release`,
      when: { fields: { release: true } },
      template: lines(
        `${where}release${maybe(' ', 'release.name ?: release.tag_name')} {{ ${spaced('action')} }}${by(actor)}`,
        excerpt('release.body', 600, '$not(action == "deleted")'),
        '{{ release.html_url ?: repository.html_url }}',
      ),
    },
    {
      id: `${id}-repository`,
      label: `${sender} branch, tag or repository`,
      when: { fields: { repository: true } },
      template: lines(
        `${where}{{ forkee ? "forked" : ref_type ? ref_type & (ref ? " " & ref : "") & ($contains($headers.\`${header}\`, "delete") ? " deleted" : " created") : page ? "wiki page " & page & " " & (action ?: "changed") : "repository " & (action ?: "changed") }}${by(actor)}`,
        '{{repository.html_url}}',
      ),
    },
  ],
});

export const forgejo = hubLike('Forgejo', 'forgejo', 'x-forgejo-event');
export const gitea = hubLike('Gitea', 'gitea', 'x-gitea-event');
export const gogs = hubLike('Gogs', 'gogs', 'x-gogs-event');
export const gitee = hubLike('Gitee', 'gitee', 'x-gitee-event');
