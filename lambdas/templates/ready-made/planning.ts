import type { Sender } from './ready-made.ts';

/** https://developer.atlassian.com/server/jira/platform/webhooks/ */
export const jira: Sender = {
  sender: 'Jira',
  when: { fields: { webhookEvent: true, timestamp: true } },
  templates: [
    {
      id: 'jira-comment',
      label: 'Jira comment',
      when: { fields: { comment: true } },
      template: `{{#if issue}}{{issue.key}} {{ issue.fields.summary }}{{else}}Jira{{/if}}: comment by {{ comment.updateAuthor.displayName ?? comment.author.displayName ?? user.displayName }}
{{ $truncate($type(comment.body) = "string" ? comment.body : $join(comment.body.**.text, " "), 800) }}
{{#if issue.self}}
{{ $substringBefore(issue.self, "/rest/") }}/browse/{{issue.key}}
{{/if}}`,
    },
    {
      id: 'jira-issue',
      label: 'Jira issue',
      when: { fields: { issue: true } },
      template: `{{issue.key}} {{ $replace($substringAfter(webhookEvent, "issue_"), "_", " ") }} by {{ user.displayName ?? issue.fields.creator.displayName }}
{{issue.fields.summary}}
{{#if $contains(webhookEvent, "created")}}
{{issue.fields.issuetype.name}}{{#if issue.fields.priority}}, {{issue.fields.priority.name}}{{/if}}{{#if issue.fields.assignee}}, assigned to {{issue.fields.assignee.displayName}}{{/if}}
{{/if}}
{{#each changelog.items}}
- {{field}}: {{ $truncate(fromString ?: "none", 100) }} → {{ $truncate($lookup($, "toString") ?: "none", 100) }}
{{/each}}
{{#if issue.self}}
{{ $substringBefore(issue.self, "/rest/") }}/browse/{{issue.key}}
{{/if}}`,
    },
  ],
};

/** https://linear.app/developers/webhooks */
export const linear: Sender = {
  sender: 'Linear',
  when: { headers: { 'linear-event': true } },
  templates: [
    {
      id: 'linear-comment',
      label: 'Linear comment',
      when: { headers: { 'linear-event': 'Comment' } },
      template:
        '{{ data.issue.identifier ?? "Linear" }} {{data.issue.title}}: comment by {{ data.user.name ?? actor.name }}\n{{ $truncate(data.body, 800) }}\n{{url}}',
    },
    {
      id: 'linear-issue',
      label: 'Linear issue',
      when: { headers: { 'linear-event': 'Issue' } },
      template: `{{data.identifier}} {{action}}d{{#if actor.name}} by {{actor.name}}{{/if}}
{{data.title}}
{{data.state.name}}{{#if data.priorityLabel}}, priority {{ $lowercase(data.priorityLabel) }}{{/if}}{{#if data.assignee}}, assigned to {{data.assignee.name}}{{/if}}
{{#if updatedFrom}}
Changed: {{ $join($filter($keys(updatedFrom), function($k) { $not($k in ["updatedAt", "sortOrder"]) }), ", ") }}
{{/if}}
{{url}}`,
    },
    {
      id: 'linear-event',
      label: 'Linear event',
      when: {},
      template:
        'Linear: {{type}} {{action}}d{{#if actor.name}} by {{actor.name}}{{/if}}\n{{ data.name ?: data.title ?: data.body }}\n{{url}}',
    },
  ],
};

/** https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/ */
export const trello: Sender = {
  sender: 'Trello',
  when: { fields: { 'action.type': true, 'action.data': true, model: true } },
  templates: [
    {
      id: 'trello-action',
      label: 'Trello action',
      when: {},
      template: `{{ action.data.board.name ?? model.name }}: {{action.memberCreator.fullName}} {{ $lowercase($replace(action.type, /([A-Z])/, function($m) { " " & $m.groups[0] })) }}
{{action.data.card.name}}
{{#if action.data.listAfter}}
{{action.data.listBefore.name}} → {{action.data.listAfter.name}}
{{/if}}
{{#if action.data.text}}
{{ $truncate(action.data.text, 600) }}
{{/if}}
{{#if action.data.card.shortLink}}
https://trello.com/c/{{action.data.card.shortLink}}
{{/if}}`,
    },
  ],
};

/** https://developer.monday.com/api-reference/reference/webhooks */
export const monday: Sender = {
  sender: 'monday.com',
  when: { fields: { 'event.boardId': true, 'event.type': true } },
  templates: [
    {
      id: 'monday-event',
      label: 'monday.com event',
      when: {},
      template: `monday.com: {{ $replace(event.type, "_", " ") }} {{ event.pulseName ?? event.itemName }}{{#if event.groupName}} in {{event.groupName}}{{/if}}
{{#if event.columnTitle}}
{{event.columnTitle}}: {{ event.previousValue.label.text ?? event.previousValue.value ?? "none" }} → {{ event.value.label.text ?? event.value.value ?? "none" }}
{{/if}}
{{#if event.textBody}}
{{ $truncate(event.textBody, 600) }}
{{/if}}`,
    },
  ],
};

/** https://developers.canny.io/webhooks */
export const canny: Sender = {
  sender: 'Canny',
  when: { fields: { objectType: ['post', 'comment', 'vote'], object: true, type: true } },
  templates: [
    {
      id: 'canny-event',
      label: 'Canny event',
      when: {},
      template: `{{ object.board.name ?? "Canny" }}: {{ $replace(type, /[._]/, " ") }} by {{ object.author.name ?? object.voter.name ?? changer.name }}
{{ object.title ?? object.post.title }}
{{#if object.details ?: object.value}}
{{ $truncate(object.details ?: object.value, 600) }}
{{/if}}
{{ object.url ?? object.post.url }}`,
    },
  ],
};

/** https://developer.calendly.com/api-docs/ (webhook payloads) */
export const calendly: Sender = {
  sender: 'Calendly',
  when: { fields: { event: 'invitee*', 'payload.scheduled_event': true } },
  templates: [
    {
      id: 'calendly-invitee',
      label: 'Calendly booking',
      when: {},
      template: `{{payload.scheduled_event.name}} {{ event == "invitee.canceled" ? "cancelled" : "booked" }} by {{payload.name}} ({{payload.email}})
{{ $date(payload.scheduled_event.start_time, "", payload.timezone ?? "UTC") }}
{{#each payload.questions_and_answers}}
{{question}}: {{answer}}
{{/each}}
{{#if payload.cancellation.reason}}
Reason: {{payload.cancellation.reason}}
{{/if}}`,
    },
  ],
};

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export const typeform: Sender = {
  sender: 'Typeform',
  when: { fields: { event_type: 'form_response', form_response: true } },
  templates: [
    {
      id: 'typeform-response',
      label: 'Typeform response',
      when: {},
      template: `New answer to {{ form_response.definition.title ?? form_response.form_id }}
{{#each form_response.answers as $answer}}
{{ $$.form_response.definition.fields[id = $answer.field.id].title ?? field.ref }}: {{ text ?? email ?? url ?? number ?? date ?? phone_number ?? choice.label ?? choice.other ?? ($exists(boolean) ? (boolean ? "yes" : "no") : choices.labels) }}
{{/each}}`,
    },
  ],
};
