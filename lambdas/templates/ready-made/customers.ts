import type { Sender, Template } from './ready-made.ts';
import { by, each, excerpt, inWords, line, lines, maybe, spaced, when } from './snippets.ts';

/** https://developers.hubspot.com/docs/api-reference/webhooks: ids only, so the record is a link. */
export const hubSpot: Sender = {
  sender: 'HubSpot',
  when: { fields: { '0.subscriptionType': true, '0.portalId': true } },
  templates: (): Template[] => [
    {
      id: 'hubspot-events',
      label: 'HubSpot events',
      when: {},
      template: lines(
        `HubSpot: {{ $count($) > 1 ? $count($) & " events" : (${inWords('[0].subscriptionType', { 'contact.creation': 'contact created', 'contact.deletion': 'contact deleted', 'contact.propertyChange': 'contact changed', 'company.creation': 'company created', 'company.deletion': 'company deleted', 'company.propertyChange': 'company changed', 'deal.creation': 'deal created', 'deal.deletion': 'deal deleted', 'deal.propertyChange': 'deal changed', 'ticket.creation': 'ticket created', 'ticket.deletion': 'ticket deleted', 'ticket.propertyChange': 'ticket changed' }, 'one event')}) }}`.replaceAll(
          '[0].subscriptionType',
          '$[0].subscriptionType',
        ),
        each(
          '$',
          '8 and (propertyName or $count($$) > 1)',
          `- {{#if propertyName}}{{ ${inWords('propertyName', { dealstage: 'deal stage', dealname: 'deal name', closedate: 'close date', lifecyclestage: 'lifecycle stage', firstname: 'first name', lastname: 'last name', jobtitle: 'job title', hubspot_owner_id: 'owner' })} }}: {{ propertyValue ? $truncate(propertyValue, 100) : "none" }}{{else}}{{ subscriptionType ? $split(subscriptionType, ".")[0] & " " & ($lookup({"creation": "created", "deletion": "deleted", "propertyChange": "changed"}, $split(subscriptionType, ".")[1]) ?: "changed") : "one event" }}{{/if}}`,
        ),
        '{{#if $[0].portalId and $[0].objectId and $contains($[0].subscriptionType ?: "", /^(contact|company|deal|ticket)\\./)}}https://app.hubspot.com/contacts/{{ $[0].portalId }}/{{ $substringBefore($[0].subscriptionType, ".") }}/{{ $[0].objectId }}{{/if}}',
      ),
    },
  ],
};

/** https://developer.zendesk.com/api-reference/webhooks/event-types/webhook-event-types/ */
export const zendesk: Sender = {
  sender: 'Zendesk',
  when: { fields: { type: 'zen:event-type:*', detail: true } },
  templates: (): Template[] => [
    {
      id: 'zendesk-event',
      label: 'Zendesk event',
      when: {},
      template: lines(
        `Zendesk: {{ $replace(${spaced('$substringAfter(type ?: "", "event-type:")', 'event')}, /^ticket/, detail.id ? "ticket #" & detail.id : "ticket") }}${by('event.comment.author.name')}${maybe(', ', 'detail.subject ?: detail.title ?: detail.name ?: detail.email')}`,
        when(
          '$type(event.previous) = "string" and $type(event.current) = "string" and event.previous and event.current',
          '{{ $replace($lowercase(event.previous), "_", " ") }} → {{ $replace($lowercase(event.current), "_", " ") }}',
        ),
        line('event.tags_added', 'Added: '),
        line('event.tags_removed', 'Removed: '),
        excerpt('event.comment.body', 600, '$not($contains(type ?: "", "redacted"))'),
        line('detail.priority ? $lowercase(detail.priority)', 'Priority: '),
      ),
    },
  ],
};

/** https://developers.intercom.com/docs/references/webhooks/webhook-models */
export const intercom: Sender = {
  sender: 'Intercom',
  when: { fields: { type: 'notification_event', topic: true, data: true } },
  templates: (): Template[] => [
    {
      id: 'intercom-conversation',
      label: 'Intercom conversation',
      when: { fields: { topic: 'conversation*' } },
      template: lines(
        `Intercom: {{ ${inWords('topic', { 'conversation.user.created': 'new conversation', 'conversation.user.replied': 'a customer replied', 'conversation.admin.replied': 'a teammate replied', 'conversation.admin.assigned': 'conversation assigned', 'conversation.admin.closed': 'conversation closed', 'conversation.admin.opened': 'conversation opened', 'conversation.admin.noted': 'note added to a conversation', 'conversation.deleted': 'conversation deleted' }, 'conversation')} }}${maybe(', ', 'data.item.conversation_parts.conversation_parts[0].author.name ?: data.item.user.name ?: data.item.source.author.name')}${maybe(' (customer ', '$contains(topic ?: "", "admin") ? data.item.user.name ?: data.item.user.email ?: data.item.contacts.contacts[0].name', ')')}`,
        excerpt(
          'data.item.conversation_parts.conversation_parts[0].body ?: data.item.source.body ?: data.item.conversation_message.body',
          600,
          '$not(topic == "conversation.deleted")',
        ),
        '{{data.item.links.conversation_web}}',
      ),
    },
    {
      id: 'intercom-event',
      label: 'Intercom event',
      when: {},
      template: lines(
        `Intercom: {{ ${spaced('topic', 'event')} }}${maybe(', ', 'data.item.name ?: data.item.ticket_attributes._default_title_ ?: data.item.title ?: data.item.email')}`,
        line('data.item.name and data.item.email ? data.item.email'),
        '{{data.item.url}}',
      ),
    },
  ],
};

/** https://clerk.com/docs/guides/development/webhooks/overview */
export const clerk: Sender = {
  sender: 'Clerk',
  when: { headers: { 'svix-id': true }, fields: { object: 'event', type: true, instance_id: true } },
  templates: (): Template[] => [
    {
      id: 'clerk-event',
      label: 'Clerk event',
      when: {},
      template: lines(
        `Clerk: {{ $lowercase($replace(${spaced('type', 'event')}, /([a-z])([A-Z])/, "$1 $2")) }}${maybe(', ', '(data.first_name ?: data.last_name) ? $trim((data.first_name ?: "") & " " & (data.last_name ?: "")) : data.name ?: data.username')}`,
        line('data.email_addresses[0].email_address ?: data.email_address'),
      ),
    },
  ],
};

/** https://developers.webflow.com/data/reference/webhooks/events/form-submission */
export const webflow: Sender = {
  sender: 'Webflow',
  when: { fields: { triggerType: true, payload: true } },
  templates: (): Template[] => [
    {
      id: 'webflow-form',
      label: 'Webflow form',
      when: { fields: { triggerType: 'form_submission' } },
      template: lines(
        'New answer to {{ payload.name ?: "a form" }}',
        each(
          '$spread(payload.data)',
          '8 and $type($.*) in ["string", "number", "boolean"] and $.* != ""',
          '{{ $keys($) }}: {{ $truncate($string($.*), 300) }}',
        ),
      ),
    },
    {
      id: 'webflow-event',
      label: 'Webflow event',
      when: {},
      template: lines(
        `Webflow: {{ ${inWords('triggerType', { site_publish: 'site published', ecomm_new_order: 'new order', ecomm_order_changed: 'order changed', collection_item_created: 'item created', collection_item_changed: 'item changed', collection_item_deleted: 'item deleted', collection_item_unpublished: 'item unpublished' }, 'event')} }}${maybe(', ', 'payload.fieldData.name ?: payload.name ?: payload.pageTitle ?: payload.orderId')}`,
        when('payload.total and payload.currency', '{{payload.total}} {{payload.currency}}'),
      ),
    },
  ],
};
