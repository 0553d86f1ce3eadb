import type { Sender } from './ready-made.ts';

/** Events and fields: https://docs.github.com/webhooks/webhook-events-and-payloads */
export const github: Sender = {
  sender: 'GitHub',
  when: { headers: { 'x-github-event': true } },
  templates: [
    {
      id: 'github-push',
      label: 'GitHub push',
      when: { headers: { 'x-github-event': 'push' } },
      template: `{{repository.full_name}}: {{pusher.name}} {{ deleted ? "deleted" : created ? "created" : forced ? "force-pushed" : "pushed to" }} {{ $replace(ref, /^refs\\/(heads|tags)\\//, "") }}
{{#each commits}}
{{#if $index < 8}}
- {{ $substring(id, 0, 7) }} {{ $substringBefore(message, "\\n") }} ({{author.name}})
{{/if}}
{{/each}}
{{#if $count(commits) > 8}}
… and {{ $count(commits) - 8 }} more
{{/if}}
{{#if $not(deleted)}}
{{compare}}
{{/if}}`,
    },
  ],
};
