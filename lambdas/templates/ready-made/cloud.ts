import type { Condition, Sender, Template } from './ready-made.ts';
import { each, excerpt, inWords, line, lines, maybe, when } from './snippets.ts';

/** The text of a field of a message that is JSON in a text; nothing where it is missing. */
const inMessage = (field: string) =>
  String.raw`$replace($match($message, /"${field}": ?"((?:[^\\"]|\\.){0,1000})/, 1)[0].groups[0] ?: "", /\\n|\\"/, function($sign) { $sign.match = "\\n" ? " " : "\"" })`;

const ALARMS: Condition[] = [
  { headers: { 'x-amz-sns-message-type': true }, fields: { Message: '{"AlarmName"*' } },
  { fields: { 'Records.0.Sns.Message': '{"AlarmName"*' } },
  { fields: { AlarmName: true, NewStateValue: true } },
];
const MAIL_EVENTS: Condition[] = [
  {
    headers: { 'x-amz-sns-message-type': true },
    fields: { Message: ['{"notificationType"*', '{"eventType"*'] },
  },
  { fields: { 'mail.messageId': true, 'mail.destination': true } },
];
const ALARM_STATES = { ALARM: 'is in alarm', OK: 'is OK', INSUFFICIENT_DATA: 'has too little data' };

/** An alarm comes in a notification, or in the envelope in which functions get those. */
const alarm = lines(
  `{{ $message := Message ?: Records[0].Sns.Message ?: $raw }}{{ ${inMessage('AlarmName')} ?: "CloudWatch alarm" }} {{ ${inWords(inMessage('NewStateValue'), ALARM_STATES)} }}${maybe(' in ', inMessage('Region'))}`,
  line(`${inMessage('AlarmDescription')} != ${inMessage('AlarmName')} ? ${inMessage('AlarmDescription')}`),
  line(inMessage('NewStateReason')),
);

/** The fate of an email; its recipient is with the event, else with the email. */
const mailEvent = lines(
  `{{ $message := Message ?: $raw }}{{ $to := $match($message, /"emailAddress": ?"([^"]+)"/, 50).groups }}Amazon SES: {{ ${inWords(
    String.raw`$match($message, /"(?:notificationType|eventType)": ?"([\w ]+)"/, 1)[0].groups[0]`,
    {
      Bounce: 'mail bounced',
      Complaint: 'mail marked as spam',
      Delivery: 'mail delivered',
      DeliveryDelay: 'mail delayed',
      Send: 'mail sent',
      Reject: 'mail rejected',
      Open: 'mail opened',
      Click: 'link clicked',
      Subscription: 'subscription changed',
      'Rendering Failure': 'mail could not be made',
    },
    'mail event',
  )} }}${maybe(' for ', String.raw`$join($distinct($to), ", ") ?: $replace($match($message, /"(?:recipients|destination)": ?\[([^\]]{0,1000})\]/, 1)[0].groups[0] ?: "", /", ?"|"/, function($sign) { $sign.match = "\"" ? "" : ", " })`)}${maybe(' (', `$lowercase(${inMessage('bounceType')})`, ')')}`,
  line(inMessage('subject')),
  line(`$replace(${inMessage('diagnosticCode')}, /^smtp; ?/, "")`),
);

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export const awsSns: Sender = {
  sender: 'Amazon SNS',
  // A topic can send its messages raw, and a function passes on its input.
  when: [
    { headers: { 'x-amz-sns-message-type': true }, fields: { Type: true, Message: true } },
    ...ALARMS,
    ...MAIL_EVENTS,
  ],
  templates: (): Template[] => [
    {
      id: 'aws-sns-confirmation',
      label: 'Amazon SNS subscription confirmation',
      when: { fields: { Type: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] } },
      template: lines(
        'Amazon SNS wants a confirmation{{#if TopicArn}} for {{ $split(TopicArn, ":")[-1] }}{{/if}}',
        when('SubscribeURL', 'Open this link to confirm', '{{SubscribeURL}}'),
      ),
    },
    {
      id: 'aws-cloudwatch-alarm',
      label: 'Amazon CloudWatch alarm',
      when: ALARMS,
      template: alarm,
    },
    {
      id: 'aws-ses-event',
      label: 'Amazon SES mail event',
      when: MAIL_EVENTS,
      template: mailEvent,
    },
    {
      id: 'aws-sns',
      label: 'Amazon SNS notification',
      // A JSON message is better read field by field, which the default rendering does.
      when: { fields: { Type: 'Notification', Message: '!{' } },
      template: lines(
        'Amazon SNS: {{ Subject ?: (TopicArn ? $split(TopicArn, ":")[-1]) ?: "notification" }}',
        excerpt('Message', 1500),
      ),
    },
  ],
};

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html */
export const awsSes: Sender = {
  sender: 'Amazon SES',
  when: { fields: { 'Records.0.ses.mail': true } },
  templates: (): Template[] => [
    {
      id: 'aws-ses-receipt',
      label: 'Amazon SES received mail',
      when: {},
      template: lines(
        `Amazon SES: mail received${maybe(' from ', 'Records[0].ses.mail.commonHeaders.from[0] ?: Records[0].ses.mail.source')}`,
        line('Records[0].ses.mail.commonHeaders.subject'),
        line('Records[0].ses.receipt.recipients', 'To '),
        when('Records[0].ses.receipt.spamVerdict.status = "FAIL"', 'It looks like spam.'),
        when('Records[0].ses.receipt.virusVerdict.status = "FAIL"', 'It carries a virus.'),
      ),
    },
  ],
};

/** https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html */
export const awsEventBridge: Sender = {
  sender: 'Amazon EventBridge',
  when: { fields: { 'detail-type': true, source: '!aws.partner', detail: true } },
  templates: (): Template[] => [
    {
      id: 'aws-codebuild',
      label: 'AWS CodeBuild',
      when: { fields: { source: 'aws.codebuild', 'detail.build-status': true } },
      template: lines(
        `{{ detail.\`project-name\` ?: "CodeBuild" }}: build${maybe(' #', 'detail.`additional-information`.`build-number`')} {{ ${inWords('detail.`build-status`', { SUCCEEDED: 'succeeded', FAILED: 'failed', IN_PROGRESS: 'is running', STOPPED: 'was stopped', FAULT: 'failed with a fault', TIMED_OUT: 'timed out' })} }}${maybe(' in ', 'region')}`,
        '{{#each detail.`additional-information`.phases[`phase-status` = "FAILED"]}}',
        `- failed: {{ \`phase-type\` ? $lowercase($replace(\`phase-type\`, "_", " ")) : "a phase" }}${maybe(': ', '`phase-context`[$ != ": "][0]')}`,
        '{{/each}}',
        line('$duration($sum(detail.`additional-information`.phases.`duration-in-seconds`) * 1000)', 'Took: '),
        line('detail.`additional-information`.initiator', 'Started by: '),
        '{{ detail.`additional-information`.logs.`deep-link` }}',
      ),
    },
    {
      id: 'aws-cloudwatch-state',
      label: 'CloudWatch alarm state',
      when: { fields: { source: 'aws.cloudwatch', 'detail.alarmName': true, 'detail.state': true } },
      template: lines(
        `{{ detail.alarmName ?: "CloudWatch alarm" }} {{ ${inWords('detail.state.value', ALARM_STATES)} }}${maybe(' in ', 'region')}`,
        line('detail.state.reason'),
      ),
    },
    {
      id: 'aws-ec2-state',
      label: 'Amazon EC2 instance state',
      when: { fields: { source: 'aws.ec2', 'detail.instance-id': true, 'detail.state': true } },
      template: lines(
        '{{ detail.`instance-id` ?: "EC2 instance" }}: instance {{ $replace(detail.state ?: "changed", "-", " ") }}{{#if region}} in {{region}}{{/if}}',
        '{{#if region and detail.`instance-id`}}https://console.aws.amazon.com/ec2/home?region={{region}}#InstanceDetails:instanceId={{ detail.`instance-id` }}{{/if}}',
      ),
    },
    {
      id: 'aws-eventbridge',
      label: 'Amazon EventBridge event',
      // Payloads of partners and applications have their own shape, which the outline reads.
      when: { fields: { source: 'aws.*' } },
      template: lines(
        `{{ $about := [detail.pipeline, detail.ec2InstanceId, detail.group, detail.\`instance-id\`, detail.bucket.name][$type($) = "string"][0] }}{{ $state := $type(detail.state) = "string" ? detail.state : $type(detail.status) = "string" ? detail.status : detail.lastStatus }}{{ \`detail-type\` ? $replace(\`detail-type\`, / State[- ]change( Notification)?$/i, $about and $state ? "" : " state change") : "Amazon EventBridge event" }}{{#if $about and $state}} {{$about}} {{ $contains($state, /^(failed|succeeded|started|completed|expired|resumed|superseded|cancell?ed)$/i) ? "" : "is " }}{{ $lowercase($replace($state, "_", " ")) }}{{else if $about}}: {{$about}}{{else if $state}}: {{ $lowercase($replace($state, "_", " ")) }}{{/if}}{{#if region}} in {{region}}{{else}} of {{ source ?: "AWS" }}{{/if}}`,
        line('detail.title'),
        line(
          '$type(detail.reason) = "string" ? detail.reason : detail.stoppedReason ?: detail.description ?: detail.errorMessage',
        ),
        line('detail.eventName', 'Event: '),
        line('detail.object.key', 'File: '),
        line('detail.stage', 'Stage: '),
        line('$type(detail.severity) = "number" ? detail.severity : detail.severity.Label', 'Severity: '),
        line('detail.clusterArn ? $substringAfter(detail.clusterArn, "/")', 'Cluster: '),
        when('detail.agentConnected = false', 'The agent is not connected.'),
      ),
    },
  ],
};

/** https://cloud.google.com/eventarc/docs/reference/supported-events, as CloudEvents of the structured mode. */
export const googleEvents: Sender = {
  sender: 'Google Cloud',
  when: { fields: { specversion: true, type: 'google.cloud.*', data: true } },
  templates: (): Template[] => [
    {
      id: 'google-audit-log',
      label: 'Google Cloud audit log',
      when: { fields: { 'data.protoPayload.methodName': true } },
      template: lines(
        `Google Cloud: {{ data.protoPayload.methodName ?: "audit log" }}${maybe(' by ', 'data.protoPayload.authenticationInfo.principalEmail')}`,
        line('data.protoPayload.status.message'),
        line('data.protoPayload.serviceName', 'Service: '),
        line('data.protoPayload.resourceName', 'Resource: '),
        line(
          'data.severity and $not(data.severity in ["INFO", "NOTICE", "DEFAULT"]) ? $lowercase(data.severity)',
          'Severity: ',
        ),
      ),
    },
    {
      id: 'google-pubsub-message',
      label: 'Google Cloud Pub/Sub message',
      when: { fields: { 'data.message.messageId': true } },
      template: lines(
        `Google Cloud: message{{#if $contains(source ?: "", "/topics/")}} on {{ $substringAfter(source, "/topics/") }}{{else if data.subscription}} of {{ $split(data.subscription, "/")[-1] }}{{/if}}`,
        excerpt('data.message.data ? $base64decode(data.message.data)', 1500),
        each(
          '$spread(data.message.attributes)',
          '6 and $.* != "" and $.* != null',
          '{{ $keys($) }}: {{ $truncate($string($.*), 200) }}',
        ),
      ),
    },
  ],
};
