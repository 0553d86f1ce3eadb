import type { Template } from '../ready-made.ts';
import { changed, excerpt, inWords, line, lines, maybe } from '../snippets.ts';
import { ACTIONS, about, byUser, kind, where, who } from './event.ts';

/** Events beyond code and talk about it: https://docs.gitlab.com/user/project/integrations/webhook_events/ */
export const events = (): Template[] => [
  {
    id: 'gitlab-milestone',
    label: 'GitLab milestone',
    when: kind('milestone'),
    template: lines(
      `${where}milestone${maybe(' ', 'object_attributes.title')} {{ ${inWords('action', ACTIONS)} }}`,
      excerpt('object_attributes.description', 300, 'action == "create"'),
      line('object_attributes.due_date ? $date(object_attributes.due_date, "[D1] [MNn] [Y0001]")', 'Due '),
      '{{#if project.web_url and object_attributes.iid}}{{project.web_url}}/-/milestones/{{object_attributes.iid}}{{else}}{{project.web_url}}{{/if}}',
    ),
  },
  {
    id: 'gitlab-emoji',
    label: 'GitLab reaction',
    when: kind('emoji'),
    template: lines(
      `${where}${who} {{ object_attributes.action == "revoke" ? "took back" : "reacted with" }} {{ object_attributes.name ?: "an emoji" }}{{#if issue.iid ?: issue.title}} on${about('issue')}{{else if merge_request.iid ?: merge_request.title}} on{{#if merge_request.iid}} !{{merge_request.iid}}{{/if}}${maybe(' ', 'merge_request.title')}{{/if}}`,
      excerpt('note.note', 200),
      '{{ object_attributes.awarded_on_url ?: project.web_url }}',
    ),
  },
  {
    id: 'gitlab-feature-flag',
    label: 'GitLab feature flag',
    when: kind('feature_flag'),
    template: lines(
      `${where}feature flag${maybe(' ', 'object_attributes.name')} {{ object_attributes.active ? "enabled" : "disabled" }}${byUser}`,
      line('object_attributes.description'),
      '{{#if project.web_url}}{{project.web_url}}/-/feature_flags{{/if}}',
    ),
  },
  {
    id: 'gitlab-access-token',
    label: 'GitLab access token',
    when: kind('access_token'),
    template: lines(
      `${where}access token${maybe(' ', 'object_attributes.name')} will expire${maybe(' on ', 'object_attributes.expires_at ? $date(object_attributes.expires_at, "[D1] [MNn] [Y0001]")')}`,
      '{{#if project.web_url}}{{project.web_url}}/-/settings/access_tokens{{/if}}',
    ),
  },
  {
    id: 'gitlab-vulnerability',
    label: 'GitLab vulnerability',
    when: kind('vulnerability'),
    template: lines(
      `${where}vulnerability {{ object_attributes.state ?: "changed" }}`,
      '{{#if object_attributes.title}}',
      `{{object_attributes.title}}${maybe(' (', 'object_attributes.severity', ' severity)')}`,
      '{{/if}}',
      line('object_attributes.location.dependency.package.name', 'Package: '),
      '{{object_attributes.url}}',
    ),
  },
  {
    id: 'gitlab-member',
    label: 'GitLab group member',
    when: { fields: { event_name: 'user_*', group_name: true } },
    template: lines(
      `{{ group_path ?: group_name ?: "GitLab" }}: {{ user_name ?: user_username ?: "someone" }} {{ ${inWords(
        'event_name',
        {
          user_add_to_group: 'added to the group',
          user_update_for_group: 'got other rights in the group',
          user_remove_from_group: 'removed from the group',
          user_access_request_to_group: 'asks to join the group',
          user_access_request_denied_for_group: 'may not join the group',
        },
      )} }}`,
      line('group_access', 'Role: '),
      line('expires_at ? $date(expires_at, "[D1] [MNn] [Y0001]")', 'Until '),
    ),
  },
  {
    id: 'gitlab-system',
    label: 'GitLab project or group event',
    when: { fields: { event_name: true } },
    template: lines(
      `{{ path_with_namespace ?: full_path ?: project.path_with_namespace ?: project_name ?: "GitLab" }}: {{ ${inWords(
        'event_name',
        {
          project_create: 'project created',
          project_destroy: 'project deleted',
          project_rename: 'project renamed',
          project_transfer: 'project transferred',
          project_update: 'project updated',
          subgroup_create: 'subgroup created',
          subgroup_destroy: 'subgroup deleted',
          group_create: 'group created',
          group_destroy: 'group deleted',
          group_rename: 'group renamed',
          user_create: 'user created',
          user_destroy: 'user deleted',
          user_add_to_team: 'member added',
          user_remove_from_team: 'member removed',
          user_update_for_team: 'rights of a member changed',
          user_failed_login: 'login failed',
          key_create: 'key added',
          key_destroy: 'key removed',
          repository_update: 'repository updated',
        },
        'something changed',
      )} }}${maybe(' for ', 'user_name ?: username ?: user_username')}`,
      changed('old_path_with_namespace ?: old_full_path', 'path_with_namespace ?: full_path'),
      line('project_access', 'Role: '),
      '{{project.web_url}}',
    ),
  },
];
