import type { Template } from '../ready-made.ts';
import { changed, inWords, line, lines, maybe, spaced, when } from '../snippets.ts';
import { bySender, event, where, who } from './event.ts';

const app = '{{ installation.app_slug ? "the app " & installation.app_slug : "an app" }}';

/** `2 repositories: a, b`. */
const repositories = (list: string, before = '') =>
  when(
    `$count(${list}) > 0`,
    `${before}{{ $count(${list}) }} {{ $count(${list}) == 1 ? "repository" : "repositories" }}{{#if ${list}[full_name]}}: {{ $truncate($join(${list}[full_name].full_name, ", "), 120) }}{{/if}}`,
  );

/** People, teams, repositories, apps: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const accounts = (): Template[] => [
  {
    id: 'github-repository',
    label: 'GitHub repository',
    when: event('repository', 'public'),
    template: lines(
      `${where}repository {{ $headers.\`x-github-event\` == "public" ? "made public" : (${inWords('action', { privatized: 'made private', publicized: 'made public' })}) }}${bySender}`,
      line('action == "created" ? repository.description'),
      changed('changes.repository.name.from', 'repository.name'),
      changed('changes.owner.from.user.login ?: changes.owner.from.organization.login', 'repository.owner.login'),
      changed('changes.default_branch.from', 'repository.default_branch', 'Default branch: '),
      changed('changes.description.from', 'repository.description', 'Description: '),
      '{{ action == "deleted" ? "" : repository.html_url }}',
    ),
  },
  {
    id: 'github-repository-import',
    label: 'GitHub repository import',
    when: event('repository_import'),
    template: lines(
      `${where}import {{ ${inWords('status', { success: 'succeeded', failure: 'failed', cancelled: 'was cancelled' }, 'ended')} }}`,
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-member',
    label: 'GitHub collaborator',
    when: event('member'),
    template: lines(
      `${where}{{ member.login ?: "someone" }} {{ action == "added" ? "added as a collaborator" : action == "removed" ? "no longer a collaborator" : "got other rights" }}{{#if sender.login and sender.login != member.login}} by {{sender.login}}{{/if}}`,
      '{{#if changes.permission.to}}',
      `Permission: ${maybe('', 'changes.old_permission.from ?: changes.permission.from', ' → ')}{{changes.permission.to}}`,
      '{{/if}}',
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-membership',
    label: 'GitHub team member',
    when: event('membership'),
    template: lines(
      `${where}{{ member.login ?: "someone" }} {{ action == "removed" ? "removed from" : "added to" }} {{ team.name ? "the team " & team.name : "a team" }}{{#if sender.login and sender.login != member.login}} by {{sender.login}}{{/if}}`,
      '{{team.html_url}}',
    ),
  },
  {
    id: 'github-team',
    label: 'GitHub team',
    when: event('team', 'team_add'),
    template: lines(
      `{{ organization.login ?: repository.full_name ?: "GitHub" }}: team${maybe(' ', 'team.name')} {{ $repository := repository.full_name ?: "a repository" }}{{ $headers.\`x-github-event\` == "team_add" or action == "added_to_repository" ? "added to " & $repository : action == "removed_from_repository" ? "removed from " & $repository : (${spaced('action')}) }}${bySender}`,
      changed('changes.name.from', 'team.name'),
      line('action == "created" ? team.description'),
      '{{ action == "deleted" ? "" : team.html_url ?: repository.html_url }}',
    ),
  },
  {
    id: 'github-organization',
    label: 'GitHub organization',
    when: event('organization', 'org_block'),
    template: lines(
      `{{ organization.login ?: "GitHub" }}: {{ blocked_user.login ?: membership.user.login ?: invitation.login ?: "organization" }} {{ ${inWords('action', { member_added: 'added to the organization', member_removed: 'removed from the organization', member_invited: 'invited to the organization' })} }}${bySender}`,
      changed('changes.login.from', 'organization.login'),
      '{{#if organization.login and $not(action == "deleted")}}https://github.com/{{organization.login}}{{/if}}',
    ),
  },
  {
    id: 'github-custom-property',
    label: 'GitHub custom property',
    when: event('custom_property', 'custom_property_values'),
    template: lines(
      `${where}{{ new_property_values ? "custom properties" : "custom property" }}${maybe(' ', 'definition.property_name')} {{ ${inWords('action', { promote_to_enterprise: 'promoted to the enterprise' })} }}${bySender}`,
      '{{#each new_property_values as $value}}',
      '{{ $old := $$.old_property_values[property_name = $value.property_name].value }}- {{ property_name ?: "property" }}: {{#if $old}}{{$old}} → {{/if}}{{ value ?: "none" }}',
      '{{/each}}',
      '{{repository.html_url}}',
    ),
  },
  {
    id: 'github-webhook-deleted',
    label: 'GitHub webhook deleted',
    when: event('meta'),
    template: lines(`${where}this webhook was {{ action ?: "changed" }}${bySender}`, '{{repository.html_url}}'),
  },
  {
    id: 'github-installation',
    label: 'GitHub app',
    when: event('installation', 'installation_repositories', 'github_app_authorization'),
    template: lines(
      `{{ installation.account.login ?: "GitHub" }}: ${who} {{ $headers.\`x-github-event\` == "github_app_authorization" ? "took back the access of" : (${inWords('action', { created: 'installed', deleted: 'uninstalled', suspend: 'suspended', unsuspend: 'resumed', new_permissions_accepted: 'accepted new permissions of', added: 'gave more repositories to', removed: 'took repositories from' })}) }} ${app}`,
      repositories('repositories'),
      repositories('repositories_added', 'Added '),
      repositories('repositories_removed', 'Removed '),
      '{{ action == "deleted" ? installation.account.html_url : installation.html_url }}',
    ),
  },
  {
    id: 'github-installation-target',
    label: 'GitHub account with an app',
    when: event('installation_target'),
    template: lines(
      `GitHub: account${maybe(' ', 'account.login ?: account.slug')} {{ ${spaced('action')} }}${bySender}`,
      changed('changes.login.from ?: changes.slug.from', 'account.login ?: account.slug'),
      '{{account.html_url}}',
    ),
  },
  {
    id: 'github-token-request',
    label: 'GitHub token request',
    when: event('personal_access_token_request'),
    template: lines(
      `{{ organization.login ?: "GitHub" }}: request for a personal access token{{#if personal_access_token_request.owner.login}} of {{personal_access_token_request.owner.login}}{{/if}} {{ ${spaced('action')} }}`,
      line('personal_access_token_request.token_name', 'Token: '),
      line('personal_access_token_request.repository_count', 'Repositories: '),
      '{{#if organization.login}}https://github.com/organizations/{{organization.login}}/settings/personal-access-token-requests{{/if}}',
    ),
  },
  {
    id: 'github-marketplace',
    label: 'GitHub Marketplace purchase',
    when: event('marketplace_purchase'),
    template: lines(
      `GitHub Marketplace: {{ marketplace_purchase.account.login ?: "someone" }} {{ ${inWords('action', { purchased: 'bought a plan', changed: 'changed the plan', cancelled: 'cancelled the plan', pending_change: 'will change the plan', pending_change_cancelled: 'keeps the plan after all' })} }}`,
      '{{#if marketplace_purchase.plan.name and previous_marketplace_purchase.plan.name != marketplace_purchase.plan.name}}',
      '{{previous_marketplace_purchase.plan.name}} → {{marketplace_purchase.plan.name}}',
      '{{else if marketplace_purchase.plan.name}}',
      '{{marketplace_purchase.plan.name}}',
      '{{/if}}',
      when(
        'marketplace_purchase.billing_cycle',
        `Billed {{marketplace_purchase.billing_cycle}}{{#if (marketplace_purchase.unit_count ?: 1) > 1}}, {{#if previous_marketplace_purchase.unit_count and previous_marketplace_purchase.unit_count != marketplace_purchase.unit_count}}{{previous_marketplace_purchase.unit_count}} → {{/if}}{{marketplace_purchase.unit_count}} {{ marketplace_purchase.plan.unit_name ?: "unit" }}s{{/if}}`,
      ),
      line('effective_date ? $date(effective_date, "[D1] [MNn] [Y0001]")', 'From '),
    ),
  },
];
