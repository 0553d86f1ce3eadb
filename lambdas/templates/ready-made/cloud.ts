import type { Sender, Template } from './ready-made.ts';
import { excerpt, inWords, line, lines, maybe, when } from './words.ts';

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export const awsSns: Sender = {
  sender: 'Amazon SNS',
  when: { headers: { 'x-amz-sns-message-type': true }, fields: { Type: true, Message: true } },
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
      when: { fields: { Message: '{"AlarmName"*' } },
      template: lines(
        '{{ Subject ?: "CloudWatch alarm changed" }}',
        when(
          '$contains(Message ?: "", "NewStateReason")',
          String.raw`{{ $replace($match(Message, /"NewStateReason": ?"([^"]*)"/)[0].groups[0], "\\n", " ") }}`,
        ),
      ),
    },
    {
      id: 'aws-ses-event',
      label: 'Amazon SES mail event',
      when: { fields: { Message: ['{"notificationType"*', '{"eventType"*'] } },
      template: lines(
        String.raw`Amazon SES: {{#if $contains(Message ?: "", "Type")}}mail {{ $lowercase($match(Message, /"(?:notificationType|eventType)": ?"(\w+)"/)[0].groups[0]) }}{{else}}mail event{{/if}}{{#if $contains(Message ?: "", "emailAddress")}} for {{ $distinct($match(Message, /"emailAddress": ?"([^"]+)"/).groups) }}{{/if}}`,
        when(
          '$contains(Message ?: "", "diagnosticCode")',
          `{{ $match(Message, /"diagnosticCode": ?"([^"]+)"/)[0].groups[0] }}`,
        ),
      ),
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
  when: { fields: { 'detail-type': true, source: true, detail: true } },
  templates: (): Template[] => [
    {
      id: 'aws-codebuild',
      label: 'AWS CodeBuild',
      when: { fields: { source: 'aws.codebuild', 'detail.build-status': true } },
      template: lines(
        `{{ detail.\`project-name\` ?: "CodeBuild" }}: build {{ ${inWords('detail.`build-status`', { SUCCEEDED: 'succeeded', FAILED: 'failed', IN_PROGRESS: 'is running', STOPPED: 'was stopped', FAULT: 'failed with a fault', TIMED_OUT: 'timed out' })} }}${maybe(' in ', 'region')}`,
        '{{#each detail.`additional-information`.phases[`phase-status` = "FAILED"]}}',
        '- failed: {{ `phase-type` ? $lowercase($replace(`phase-type`, "_", " ")) : "a phase" }}',
        '{{/each}}',
        '{{ detail.`additional-information`.logs.`deep-link` }}',
      ),
    },
    {
      id: 'aws-cloudwatch-state',
      label: 'CloudWatch alarm state',
      when: { fields: { source: 'aws.cloudwatch', 'detail.alarmName': true, 'detail.state': true } },
      template: lines(
        `{{ detail.alarmName ?: "CloudWatch alarm" }} {{ ${inWords('detail.state.value', { ALARM: 'is in alarm', OK: 'is fine again', INSUFFICIENT_DATA: 'has too little data' })} }}${maybe(' in ', 'region')}`,
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
      when: {},
      template: lines(
        `{{ \`detail-type\` ?: "Amazon EventBridge event" }}{{#if region}} in {{region}}{{else}} of {{ source ?: "AWS" }}{{/if}}`,
        line(
          '$type(detail.state) = "string" ? detail.state : detail.status ?: detail.lastStatus ?: detail.eventName',
          'State: ',
        ),
        line('detail.group ?: detail.ec2InstanceId ?: detail.`instance-id`', 'Resource: '),
        line('detail.clusterArn ? $substringAfter(detail.clusterArn, "/")', 'Cluster: '),
        when('detail.agentConnected = false', 'The agent is not connected.'),
        line('detail.reason ?: detail.stoppedReason ?: detail.description ?: detail.errorMessage'),
      ),
    },
  ],
};
