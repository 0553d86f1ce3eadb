import type { Sender } from './ready-made.ts';

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export const awsSns: Sender = {
  sender: 'Amazon SNS',
  when: { headers: { 'x-amz-sns-message-type': true }, fields: { Type: true, Message: true } },
  templates: [
    {
      id: 'aws-sns-confirmation',
      label: 'Amazon SNS subscription confirmation',
      when: { fields: { Type: ['SubscriptionConfirmation', 'UnsubscribeConfirmation'] } },
      template:
        'Amazon SNS wants a confirmation for {{ $split(TopicArn, ":")[-1] }}. Open this link to confirm:\n{{SubscribeURL}}',
    },
    {
      id: 'aws-cloudwatch-alarm',
      label: 'Amazon CloudWatch alarm',
      when: { fields: { Message: '{"AlarmName"*' } },
      template: String.raw`{{Subject}}
{{ $replace($match(Message, /"NewStateReason": ?"([^"]*)"/).groups[0], "\\n", " ") }}`,
    },
    {
      id: 'aws-sns',
      label: 'Amazon SNS notification',
      // A JSON message is better read field by field, which the default rendering does.
      when: { fields: { Type: 'Notification', Message: '!{' } },
      template: '{{ Subject ?: $split(TopicArn, ":")[-1] }}\n{{ $truncate(Message, 1500) }}',
    },
  ],
};

/** https://docs.aws.amazon.com/eventbridge/latest/ref/overiew-event-structure.html */
export const awsEventBridge: Sender = {
  sender: 'Amazon EventBridge',
  when: { fields: { 'detail-type': true, source: true, detail: true } },
  templates: [
    {
      id: 'aws-codebuild',
      label: 'AWS CodeBuild',
      when: { fields: { source: 'aws.codebuild', 'detail.build-status': true } },
      template: `{{ detail.\`project-name\` }}: build {{ $lowercase(detail.\`build-status\`) }} in {{region}}
{{#each detail.\`additional-information\`.phases[\`phase-status\` = "FAILED"]}}
- failed: {{ \`phase-type\` }}
{{/each}}
{{ detail.\`additional-information\`.logs.\`deep-link\` }}`,
    },
    {
      id: 'aws-eventbridge',
      label: 'Amazon EventBridge event',
      when: {},
      template: `{{ \`detail-type\` }} ({{source}}, {{region}})
{{#each $spread(detail)}}
{{#if $index < 12 and $not($type($.*) in ["array", "object"])}}
{{ $keys($) }}: {{ $truncate($string($.*), 160) }}
{{/if}}
{{/each}}
{{#each resources}}
{{$}}
{{/each}}`,
    },
  ],
};
