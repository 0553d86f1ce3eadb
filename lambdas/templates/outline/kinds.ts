import { singular, spaced } from './grammar.ts';
import { type Dictionary, entriesOf, isDictionary, own, type Thing } from './outline.ts';

/* Determines the type of a thing, in one or two words, if no event names it. */

/** Determines the type of a thing by the names of its fields, its id or its URL. Empty if unknown. */
export function kindOfThing({ value, name }: Thing, nameField: string | undefined, stateField = ''): string {
  return (
    // A thing with such an id is an incident or the like, even if it refers to other things.
    kindIn(value, /^(incident|alert|alarm|problem|violation)_?(?:id|Id|ID)$/) ||
    spaced(String(own(value, '__typename') ?? '')).toLowerCase() ||
    kindOf(name, undefined) ||
    (KIND_OF_STATE.exec(stateField)?.[1] ?? '').toLowerCase() ||
    (isPayment(value) ? 'payment' : '') ||
    kindOfFields(value) ||
    kindOf('', nameField) ||
    (entriesOf(value, 2).length === 1 ? kindIn(value, /^([a-z]{3,20})(?:_id|I[dD])$/) : '') ||
    kindIn(value, /^(appointment|booking|reservation)(?:_|[A-Z])/) ||
    kindOfAddress(value)
  );
}

/** Types and their typical fields, of which an object must have all. */
const BY_FIELDS: [string, RegExp[]][] = [
  [
    'call',
    [
      /^(?:call|caller|callee)(?:_?(?:s?id|uuid|number|num|name|status|duration)|Sid)$|^(?:direction|ucp_?type|recording_?url)$/i,
      /^(?:direction|duration|call_?duration)$/i,
      /^(?:from|to|caller\w*|callee\w*|phone_?number|from_?number|to_?number|tracking_?num\w*|destination_?num\w*)$/i,
    ],
  ],
  ['credit note', [/^credit_?note_?(?:number|no)$/i]],
  ['invoice', [/^invoice_?(?:number|no)$/i, /^line_?items$/i]],
  ['order', [/^line_?items$/i, /^(?:total\w*|currency)$/i]],
  ['order', [/order_?(?:display_?)?(?:id|number|no)$/i, /^(?:items|products)$/i, /(?:pick_?up|delivery|order)/i]],
  ['transaction', [/^amount$/i, /^(?:card|auth_?code|approval_?code)$/i]],
  ['booking', [/^check_?in(?:_?date)?$/i, /^check_?out(?:_?date)?$/i, /guest|nights/i]],
  ['transaction', [/^trans(?:action)?(?:_?(?:id|ref\w*|num\w*|no))?$/i, /^(?:\w+_)?amount$/i]],
  [
    'deployment',
    [/^(?:head(?:_long)?|git_log|commit(?:_?(?:hash|sha|id|message))?|revision)$/i, /^(?:release|deployed?_?\w*)$/i],
  ],
  ['shipment', [/^tracking_?(?:number|code|no|url)$/i, /^(?:courier|carrier|shipping)\w*$/i]],
  ['form response', [/^form_?(?:title|name)$/i, /^(?:responses?|submission\w*|form_?response\w*)$/i]],
  ['form response', [/^answers$/i]],
  ['form response', [/^form_?id$/i, /^(?:response|submission)_?id$/i]],
];

const kindOfFields = (value: Dictionary): string => {
  const names = [value, own(value, 'metadata')]
    .filter(isDictionary)
    .flatMap((part) => entriesOf(part, 60).flatMap(([name, said]) => (said === null ? [] : [name])));
  return BY_FIELDS.find(([, fields]) => fields.every((field) => names.some((name) => field.test(name))))?.[0] ?? '';
};

/** Returns the type of a booking, whose id is the first field, even if it refers to an invoice. */
export const bookedOf = (value: Dictionary): string =>
  /^(booking|appointment|reservation)(?:_id|I[dD])$/.exec(entriesOf(value, 1)[0]?.[0] ?? '')?.[1] ?? '';

/** True if an object has fields that only payments have. */
const isPayment = (value: Dictionary): boolean =>
  // An object with items or shipping is an order, even if it also contains its payment.
  !entriesOf(value, 60).some(([name]) =>
    /^(?:(?:line_?)?items|products|cart|stock|(?:order|invoice)_?number|shipping\w*)$/i.test(name),
  ) &&
  entriesOf(value, 60).some(
    ([name, said]) => said !== null && /(?:^|_|[a-z](?=A))amount(?:_\w+)?$|^total$/i.test(name),
  ) &&
  entriesOf(value, 60).some(([name]) =>
    /^(?:paid_?at|payment_?(?:method|channel|type|mode|id|status)|txn_?id|bank_?ref\w*|card_?(?:num\w*|type)|payer_?\w*|payee_?\w*|gateway_?\w*|checkout_?id)$/i.test(
      name,
    ),
  );

/** Returns the type in the name of a field. */
const kindIn = (value: Dictionary, pattern: RegExp): string =>
  entriesOf(value, 40).flatMap(([name]) => pattern.exec(name)?.[1] ?? [])[0] ?? '';

/** Matches fields that name the type of the thing with this state: `build_status`. */
const KIND_OF_STATE =
  /^(build|payment|deploy(?:ment)?|order|job|test|delivery|shipment|backup|sync|import|export|transaction|subscription|invoice|booking|scan|render|pipeline|verification|transfer|payout|refund|result|chat|call|meeting|report|document)[_-]?(?:status|state|result)$/i;

const IN_ADDRESS =
  /\/(invoice|order|payment|ticket|issue|deal|contact|customer|subscription|task|project|booking|quote|estimate|expense|shipment|product|refund|transfer|payout|document|case|lead|message|recording|incident|campaign|candidate|job|employee|contract|credit-note)s\/[\w-]{1,60}\/?$/i;

/** Returns the type in the last parts of the thing's URL: `/v1/invoices/12`. */
const kindOfAddress = (value: Dictionary): string =>
  'self url href uri link resource_url resourceUrl resource permalink html_url'
    .split(' ')
    .map((name) => own(value, name))
    .flatMap((text) => (typeof text === 'string' ? (IN_ADDRESS.exec(text.slice(0, 300))?.[1] ?? []) : []))
    .map((kind) => kind.toLowerCase().replaceAll('-', ' '))[0] ?? '';

/** Matches fields whose name is the thing's type, such as `job` in `{"job": "backup", "status": "failed"}`. */
const IS_KIND =
  /^(?:job|backup|workflow|pipeline|check|task|monitor|device|sensor|door|gate|machine|printer|vehicle|stream|server|product|service|alert|threat|malware|virus)$/i;

/** Determines a thing's type from its field, or from its name's field. Empty if neither is specific. */
export function kindOf(field: string, nameField: string | undefined): string {
  const ofField = spaced(field).replace(
    /(?:^| )(?:data|details?|info|object|properties|fields|payload|body|web ?hook|hook|notification)(?: JSON| XML)?$/i,
    '',
  );
  if (
    ofField.length > 2 &&
    !/^(?:entry|changes|records?|items?|events?|messages?|actions?|value|personal|basic|general|main|webhook event|additional|trigger|custom|extra|meta|event|resource|result|results|batch|params|notification|common|raw|form|target|subject|headers?)$/i.test(
      ofField,
    )
  )
    return singular(ofField);
  if (nameField === undefined) return '';
  const numbered = /^(order|invoice|ticket|incident|build|run|case|booking|quote)[_-]?number$/i.exec(nameField)?.[1];
  if (numbered) return numbered.toLowerCase();
  if (IS_KIND.test(nameField)) return spaced(nameField).toLowerCase();
  const prefix = /^(.{2,30}?)[_-]?name$/i.exec(nameField)?.[1] ?? '';
  return /^(?:|first|last|full|user|display|nick|sur|file|original_?file|host|domain|tag|friendly|event|sender|metric|title|form|company|contact|customer|organi[sz]ation|team|person|lead|monitor_?friendly)$/i.test(
    prefix.replace(/[_-]$/, ''),
  )
    ? ''
    : spaced(prefix).toLowerCase();
}
