import type { Sender, Template } from './ready-made.ts';
import { by, changed, each, excerpt, inWords, line, lines, maybe, more, spaced, when } from './snippets.ts';

/** https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/ */
export const trello: Sender = {
  sender: 'Trello',
  when: { fields: { 'action.type': true, 'action.data': true, model: true } },
  templates: (): Template[] => [
    {
      id: 'trello-action',
      label: 'Trello action',
      when: {},
      template: lines(
        `{{ action.data.board.name ?: model.name ?: "Trello" }}: {{ action.memberCreator.fullName ?: "someone" }} {{ action.type = "updateCard" and action.data.listAfter ? "moved a card" : action.type = "updateCard" and $exists(action.data.old.closed) ? (action.data.card.closed ? "archived a card" : "brought a card back") : action.type = "updateCard" and $exists(action.data.old.name) ? "renamed a card" : action.type = "updateCard" and $exists(action.data.old.desc) ? "described a card" : $lookup(${JSON.stringify(
          {
            createCard: 'created a card',
            updateCard: 'changed a card',
            deleteCard: 'deleted a card',
            copyCard: 'copied a card',
            commentCard: 'commented on a card',
            updateComment: 'edited a comment',
            deleteComment: 'deleted a comment',
            addMemberToCard: 'added a member to a card',
            removeMemberFromCard: 'removed a member from a card',
            addLabelToCard: 'labeled a card',
            removeLabelFromCard: 'took a label off a card',
            addAttachmentToCard: 'attached something to a card',
            addChecklistToCard: 'added a checklist to a card',
            updateCheckItemStateOnCard: 'ticked an item of a card',
            moveCardFromBoard: 'moved a card to another board',
            moveCardToBoard: 'moved a card to this board',
            createList: 'created a list',
            updateList: 'changed a list',
            addMemberToBoard: 'added a member to the board',
            removeMemberFromBoard: 'removed a member from the board',
          },
        )}, action.type ?: "") ?: "did something: " & $lowercase($replace(action.type ?: "something", /([a-z])([A-Z])/, "$1 $2")) }}`,
        '{{#if action.data.old.name and action.data.card.name}}',
        '{{action.data.old.name}} → {{action.data.card.name}}',
        '{{else if action.data.card.name}}',
        '{{action.data.card.name}}',
        '{{/if}}',
        changed('action.data.listBefore.name', 'action.data.listAfter.name'),
        line('$exists(action.data.old.due) and action.data.card.due ? $date(action.data.card.due)', 'Due '),
        line('action.data.label.name', 'Label: '),
        line(
          'action.data.checkItem.name ? action.data.checkItem.name & (action.data.checkItem.state = "complete" ? " (done)" : "")',
          'Item: ',
        ),
        line('action.data.attachment.name', 'Attachment: '),
        line('action.member.fullName ?: action.data.member.name', 'Member: '),
        excerpt('action.data.text', 600, '$not(action.type == "deleteComment")'),
        '{{#if action.data.card.shortLink and action.type != "deleteCard"}}https://trello.com/c/{{action.data.card.shortLink}}{{else if action.data.board.shortLink}}https://trello.com/b/{{action.data.board.shortLink}}{{/if}}',
      ),
    },
  ],
};

/** https://developer.monday.com/api-reference/reference/webhooks */
export const monday: Sender = {
  sender: 'monday.com',
  when: { fields: { 'event.boardId': true, 'event.type': true } },
  templates: (): Template[] => [
    {
      id: 'monday-event',
      label: 'monday.com event',
      when: {},
      template: lines(
        `monday.com: {{ ${inWords('event.type', { create_pulse: 'item created', update_column_value: 'item changed', update_name: 'item renamed', create_update: 'comment added', edit_update: 'comment edited', delete_update: 'comment deleted', delete_pulse: 'item deleted', archive_pulse: 'item archived', move_pulse_into_group: 'item moved' })} }}{{#if event.pulseName ?: event.itemName}}, {{ event.pulseName ?: event.itemName }}{{/if}}${maybe(' in ', 'event.groupName')}`,
        when(
          'event.columnTitle',
          '{{event.columnTitle}}: {{ event.previousValue.label.text ?: event.previousValue.value ?: "none" }} → {{ event.value.label.text ?: event.value.value ?: "none" }}',
        ),
        excerpt('event.textBody', 600, '$not(event.type == "delete_update")'),
      ),
    },
  ],
};

/** https://developers.canny.io/webhooks */
export const canny: Sender = {
  sender: 'Canny',
  when: { fields: { objectType: ['post', 'comment', 'vote'], object: true, type: true } },
  templates: (): Template[] => [
    {
      id: 'canny-event',
      label: 'Canny event',
      when: {},
      template: lines(
        `{{ object.board.name ?: "Canny" }}: {{ ${spaced('type', 'event')} }}${by('changer.name ?: object.author.name ?: object.voter.name')}`,
        line('object.title ?: object.post.title'),
        line(`type == "post.status_changed" and object.status ? ${spaced('object.status')}`, 'Status: '),
        excerpt('object.details ?: object.value', 600, '$not($contains(type ?: "", "deleted"))'),
        '{{ object.url ?: object.post.url }}',
      ),
    },
  ],
};

/** https://developer.calendly.com/api-docs/ (webhook payloads) */
export const calendly: Sender = {
  sender: 'Calendly',
  when: { fields: { event: 'invitee*', 'payload.scheduled_event': true } },
  templates: (): Template[] => [
    {
      id: 'calendly-invitee',
      label: 'Calendly booking',
      when: {},
      template: lines(
        `{{ payload.scheduled_event.name ?: "Calendly meeting" }} {{ event == "invitee.canceled" ? (payload.rescheduled ? "moved" : "cancelled") : event == "invitee_no_show.created" ? "missed" : "booked" }}${by('payload.name ?: payload.email')}${maybe(' (', 'payload.name and payload.email ? payload.email', ')')}`,
        line(
          'payload.scheduled_event.start_time ? $date(payload.scheduled_event.start_time, "", payload.timezone ?: "UTC")',
        ),
        line('payload.scheduled_event.location.location', 'Where: '),
        '{{#each payload.questions_and_answers}}',
        '{{#if question and answer and $index < 5}}',
        '{{question}}{{ $contains(question, /[?:.!] *$/) ? "" : ":" }} {{answer}}',
        '{{/if}}',
        '{{/each}}',
        line('payload.cancellation.reason', 'Reason: '),
        '{{payload.scheduled_event.location.join_url}}',
      ),
    },
  ],
};

/** https://www.typeform.com/developers/webhooks/example-payload/ */
export const typeform: Sender = {
  sender: 'Typeform',
  when: { fields: { event_type: 'form_response', form_response: true } },
  templates: (): Template[] => [
    {
      id: 'typeform-response',
      label: 'Typeform response',
      when: {},
      template: lines(
        'New answer to {{ form_response.definition.title ?: "a form" }}',
        each(
          'form_response.answers as $answer',
          9,
          '{{ $said := text ?: email ?: url ?: number ?: date ?: phone_number ?: choice.label ?: choice.other ?: choices.labels ?: file_url ?: ($exists(boolean) ? (boolean ? "yes" : "no") : $exists(number) ? number) }}{{ $title := $$.form_response.definition.fields[id = $answer.field.id].title ?: "Answer" }}{{$title}}{{ $contains($title, /[?:.!] *$/) ? "" : ":" }} {{ $type($said) = "null" or $not($exists($said)) ? "none" : $said }}',
        ),
        more('$count(form_response.answers)', 9),
      ),
    },
  ],
};

/** A value of ClickUp is a word, or an object with a name; a date is a number, which is omitted. */
const clickUpValue = (side: string) =>
  `$type(${side}) = "object" ? ${side}.status ?: ${side}.username ?: ${side}.name : $type(${side}) = "string" and $not($contains(${side}, /^\\d+$/)) ? $truncate(${side}, 100)`;

/** https://developer.clickup.com/docs/webhooktaskpayloads */
export const clickUp: Sender = {
  sender: 'ClickUp',
  when: { fields: { event: 'task*', task_id: true, webhook_id: true } },
  templates: (): Template[] => [
    {
      id: 'clickup-task',
      label: 'ClickUp task',
      when: {},
      template: lines(
        `ClickUp: {{ ${inWords('event', { taskCreated: 'task created', taskUpdated: 'task updated', taskDeleted: 'task deleted', taskStatusUpdated: 'task moved', taskAssigneeUpdated: 'task assigned', taskDueDateUpdated: 'due date of a task changed', taskPriorityUpdated: 'priority of a task changed', taskTagUpdated: 'tags of a task changed', taskMoved: 'task moved to another list', taskCommentPosted: 'comment added to a task', taskCommentUpdated: 'comment on a task edited', taskTimeTrackedUpdated: 'time of a task tracked' }, 'task changed')} }}${by('history_items[0].user.username')}`,
        each(
          'history_items',
          `6 and $not($$.event in ["taskCreated", "taskCommentPosted"]) and field and ((${clickUpValue('before')}) or (${clickUpValue('after')}))`,
          `- {{ $replace(field, "_", " ") }}: {{ (${clickUpValue('before')}) ?: "none" }} → {{ (${clickUpValue('after')}) ?: "none" }}`,
        ),
        excerpt('history_items[0].comment.text_content', 600),
        '{{#if task_id and event != "taskDeleted"}}https://app.clickup.com/t/{{task_id}}{{/if}}',
      ),
    },
  ],
};
