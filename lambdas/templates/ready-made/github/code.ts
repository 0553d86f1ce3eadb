import type { Template } from '../ready-made.ts';
import {
  changed,
  counted,
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
  when,
} from '../snippets.ts';
import { bySender, event, where, who } from './event.ts';

const PULL_REQUEST_WORDS = {
  synchronize: 'updated with new commits',
  ready_for_review: 'marked as ready for review',
  converted_to_draft: 'turned into a draft',
  auto_merge_enabled: 'set to merge when it is ready',
  auto_merge_disabled: 'no longer set to merge when it is ready',
  enqueued: 'added to the merge queue',
  dequeued: 'taken out of the merge queue',
};
/** Before an added or removed item. */
const PULL_REQUEST_THING_WORDS = {
  labeled: 'labeled',
  unlabeled: 'no longer labeled',
  assigned: 'assigned to',
  unassigned: 'no longer assigned to',
  milestoned: 'added to milestone',
  demilestoned: 'taken out of milestone',
  review_requested: 'sent for review to',
  review_request_removed: 'no longer sent for review to',
};
const pullRequest = ` pull request${maybe(' #', 'pull_request.number')}${maybe(' ', 'pull_request.title')}`;

/** Code, pull requests, releases: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const code = (): Template[] => [
  {
    id: 'github-push',
    label: 'GitHub push',
    when: event('push'),
    template: lines(
      `${where}{{ pusher.name ?: sender.login ?: "someone" }} {{ deleted ? "deleted" & ${refKind} : created ? "created" & ${refKind} : forced ? "force-pushed" : ref ? "pushed to" : "pushed" }}${maybe(' ', String.raw`$replace(ref ?: "", /^refs\/(heads|tags)\//, "")`)}`,
      each(
        'commits',
        8,
        `-${maybe(' ', '$substring(id ?: "", 0, 7)')}${maybe(' ', firstLine('message'))}${maybe(' (', 'author.name', ')')}`,
      ),
      more('$count(commits)', 8),
      '{{ deleted ? repository.html_url : compare ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-pull-request',
    label: 'GitHub pull request',
    when: event('pull_request'),
    template: lines(
      '{{ $thing := label.name ?: assignee.login ?: requested_reviewer.login ?: requested_team.name ?: milestone.title }}',
      `${where}pull request${maybe(' #', 'number ?: pull_request.number')} {{ action == "closed" and pull_request.merged ? "merged" : $thing ? (${inWords('action', PULL_REQUEST_THING_WORDS)}) & " " & $thing : ${inWords('action', PULL_REQUEST_WORDS)} }}${bySender}`,
      `{{#if changes.title.from and pull_request.title}}`,
      '{{changes.title.from}} → {{pull_request.title}}',
      '{{else if pull_request.title}}',
      '{{pull_request.title}}',
      '{{/if}}',
      changed('changes.base.ref.from', 'pull_request.base.ref', 'Into '),
      when(
        'action in ["opened", "reopened", "closed", "synchronize", "ready_for_review"] and pull_request.head.ref and pull_request.base.ref',
        `{{ pull_request.head.label ?: pull_request.head.ref }} → {{pull_request.base.ref}}{{#if pull_request.changed_files}}, ${counted('pull_request.changed_files', 'file')}, +{{ pull_request.additions ?: 0 }} −{{ pull_request.deletions ?: 0 }}{{/if}}`,
      ),
      excerpt('pull_request.body', 400, 'action == "opened"'),
      '{{pull_request.html_url}}',
    ),
  },
  {
    id: 'github-review',
    label: 'GitHub pull request review',
    when: event('pull_request_review'),
    template: lines(
      `${where}{{ (action == "submitted" ? review.user.login) ?: sender.login ?: review.user.login ?: "someone" }} {{ action == "dismissed" ? (review.user.login ? "dismissed the review by " & review.user.login & " of" : "dismissed a review of") : action == "edited" ? "edited a review of" : review.state == "approved" ? "approved" : review.state == "changes_requested" ? "asked for changes in" : "commented on" }}${pullRequest}`,
      excerpt('review.body', 600, 'action != "dismissed"'),
      '{{ review.html_url ?: pull_request.html_url }}',
    ),
  },
  {
    id: 'github-review-thread',
    label: 'GitHub review thread',
    when: event('pull_request_review_thread'),
    template: lines(
      `${where}${who} {{ action == "unresolved" ? "reopened" : action ?: "changed" }} a thread on${pullRequest}`,
      excerpt('thread.comments[0].body', 200),
      '{{ thread.comments[0].html_url ?: pull_request.html_url }}',
    ),
  },
  {
    id: 'github-merge-group',
    label: 'GitHub merge queue',
    when: event('merge_group'),
    template: lines(
      `${where}merge group{{#if merge_group.base_ref}} for {{ $replace(merge_group.base_ref, "refs/heads/", "") }}{{/if}} {{ action == "destroyed" ? "ended" : action == "checks_requested" ? "waits for its checks" : ${spaced('action')} }}${maybe(', ', 'action == "destroyed" ? reason')}`,
      line(firstLine('merge_group.head_commit.message')),
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-ref',
    label: 'GitHub branch or tag',
    when: event('create', 'delete'),
    template: lines(
      `${where}${who} {{ $headers.\`x-github-event\` == "delete" ? "deleted" : "created" }} {{ ref_type ?: "reference" }}${maybe(' ', 'ref')}`,
      '{{ $headers.`x-github-event` == "create" and ref and repository.html_url ? repository.html_url & "/tree/" & ref : repository.html_url }}',
    ),
  },
  {
    id: 'github-release',
    label: 'GitHub release',
    when: event('release'),
    template: lines(
      `${where}{{ release.prerelease and action != "prereleased" ? "pre-release" : "release" }}${maybe(' ', 'release.name ?: release.tag_name')} {{ action == "prereleased" ? "published as a pre-release" : (${spaced('action')}) }}${bySender}`,
      changed('changes.name.from', 'release.name'),
      excerpt('release.body', 600, '$not(action in ["deleted", "unpublished"])'),
      '{{ action == "deleted" ? repository.html_url : release.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-package',
    label: 'GitHub package',
    when: event('package', 'registry_package'),
    template: lines(
      '{{ $package := registry_package ?: package }}',
      `${where}package${maybe(' ', '$package.name')}${maybe(' ', '$package.package_version.container_metadata.tag.name ?: $contains($package.package_version.version ?: "", "sha256:") ? "" : $package.package_version.version')} {{ ${spaced('action')} }}${bySender}`,
      '{{ $package.html_url ?: $package.package_version.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-fork',
    label: 'GitHub fork',
    when: event('fork'),
    template: lines(`${where}forked${maybe(' to ', 'forkee.full_name')}${bySender}`, '{{forkee.html_url}}'),
  },
  {
    id: 'github-star',
    label: 'GitHub star',
    when: event('star', 'watch'),
    template: lines(
      `${where}${who} {{ action == "deleted" ? "took back a" : "gave a" }} star${maybe(', ', 'repository.stargazers_count', ' now')}`,
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-wiki',
    label: 'GitHub wiki',
    when: event('gollum'),
    template: lines(
      `${where}${who} changed the wiki`,
      each('pages', 8, `- {{ title ?: page_name ?: "a page" }} {{ action ?: "changed" }}${maybe(': ', 'summary')}`),
      more('$count(pages)', 8),
      '{{ pages[0].html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-page-build',
    label: 'GitHub Pages build',
    when: event('page_build'),
    template: lines(
      `${where}GitHub Pages {{ ${inWords('build.status', { built: 'were built', building: 'are being built', errored: 'could not be built' }, 'were built')} }}{{#if build.pusher.login}} after a push by {{build.pusher.login}}{{/if}}`,
      line('build.error.message'),
      '{{repository.html_url}}',
    ),
  },
];
