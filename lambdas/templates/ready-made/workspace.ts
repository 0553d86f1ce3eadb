import type { Sender, Template } from './ready-made.ts';
import { by, each, inWords, line, lines, maybe, spaced } from './snippets.ts';

const ATTENDEE = 'payload.attendees[0].name ?: payload.attendees[0].email';

/** https://cal.com/docs/developing/guides/automation/webhooks */
export const calCom: Sender = {
  sender: 'Cal.com',
  when: { fields: { triggerEvent: true, payload: true } },
  templates: (): Template[] => [
    {
      id: 'cal-com-booking',
      label: 'Cal.com booking',
      when: {},
      template: lines(
        `{{ payload.title ?: payload.eventTitle ?: "Cal.com meeting" }} {{ ${inWords('triggerEvent', { BOOKING_CREATED: 'booked', BOOKING_RESCHEDULED: 'moved', BOOKING_CANCELLED: 'cancelled', BOOKING_REJECTED: 'declined', BOOKING_REQUESTED: 'requested', BOOKING_PAID: 'paid', BOOKING_PAYMENT_INITIATED: 'waits for its payment', BOOKING_NO_SHOW_UPDATED: 'marked as missed', MEETING_STARTED: 'started', MEETING_ENDED: 'ended', RECORDING_READY: 'recorded' })} }}{{#if triggerEvent in ["BOOKING_CREATED", "BOOKING_REQUESTED"]}}${by(ATTENDEE)}{{else}}${by('payload.cancelledBy')}${maybe(' (with ', `$contains(payload.title ?: payload.eventTitle ?: "", (${ATTENDEE}) ?: "-") ? "" : (${ATTENDEE})`, ')')}{{/if}}`,
        line(
          'payload.startTime ? $date(payload.startTime, "", payload.attendees[0].timeZone ?: payload.organizer.timeZone ?: "UTC")',
        ),
        line('$contains(payload.location ?: ":", ":") ? "" : payload.location', 'Where: '),
        line('payload.additionalNotes'),
        line('payload.cancellationReason ?: payload.rejectionReason', 'Reason: '),
        '{{ payload.metadata.videoCallUrl ?: payload.videoCallData.url }}',
      ),
    },
  ],
};

/** https://developers.notion.com/reference/webhooks-events-delivery: ids only, so the page is a link. */
export const notion: Sender = {
  sender: 'Notion',
  when: { fields: { workspace_id: true, subscription_id: true, 'entity.type': true } },
  templates: (): Template[] => [
    {
      id: 'notion-event',
      label: 'Notion event',
      when: {},
      template: lines(
        `Notion: {{ ${spaced('type', 'something changed')} }}${maybe(' in ', 'workspace_name')}`,
        '{{#if entity.id and entity.type in ["page", "database", "data_source"] and $not($contains(type ?: "", "deleted"))}}https://www.notion.so/{{ $replace(entity.id, "-", "") }}{{/if}}',
      ),
    },
  ],
};

const ASANA_FIELDS = { due_on: 'due date', due_at: 'due date', start_on: 'start date', completed: 'completion' };

/** https://developers.asana.com/docs/webhooks-guide: ids only, so the task is a link. */
export const asana: Sender = {
  sender: 'Asana',
  when: { headers: { 'x-hook-signature': true }, fields: { events: true } },
  templates: (): Template[] => [
    {
      id: 'asana-events',
      label: 'Asana events',
      when: {},
      template: lines(
        `Asana: {{ $count(events) > 1 ? $count(events) & " changes" : events[0].resource.resource_type ? (${spaced('events[0].resource.resource_type')}) & (events[0].resource.name ? " " & events[0].resource.name : "") & " " & (events[0].action ?: "changed") : "something changed" }}${maybe(': ', `$count(events) = 1 and events[0].change.field ? (${inWords('events[0].change.field', ASANA_FIELDS)})`)}`,
        each(
          'events',
          '8 and $count($$.events) > 1',
          `- {{ resource.resource_type ?: "item" }}${maybe(' ', 'resource.name')} {{ action ?: "changed" }}${maybe(': ', `change.field ? (${inWords('change.field', ASANA_FIELDS)})`)}`,
        ),
        '{{#if events[0].resource.resource_type == "task" and events[0].resource.gid and $not(events[0].action == "deleted")}}https://app.asana.com/0/0/{{ events[0].resource.gid }}{{/if}}',
      ),
    },
  ],
};
