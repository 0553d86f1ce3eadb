import type { Sender } from './ready-made.ts';

/** https://circleci.com/docs/webhooks-reference/ */
export const circleCi: Sender = {
  sender: 'CircleCI',
  when: { headers: { 'circleci-event-type': true } },
  templates: [
    {
      id: 'circleci-job',
      label: 'CircleCI job or workflow',
      when: {},
      template: `{{project.name}}: {{ job ? "job " & job.name : "workflow " & workflow.name }} {{ job.status ?? workflow.status }}{{#if pipeline.vcs.branch}} on {{pipeline.vcs.branch}}{{/if}}
{{#if pipeline.vcs.commit.subject}}
{{pipeline.vcs.commit.subject}} ({{pipeline.vcs.commit.author.name}})
{{/if}}
{{workflow.url}}`,
    },
  ],
};

/** https://docs.netlify.com/deploy/deploy-notifications/ */
export const netlify: Sender = {
  sender: 'Netlify',
  when: { headers: { 'x-netlify-event': true } },
  templates: [
    {
      id: 'netlify-deploy',
      label: 'Netlify deploy',
      when: { headers: { 'x-netlify-event': 'deploy_*' } },
      template: `{{name}}: deploy {{state}}{{#if branch}} of {{branch}}{{/if}}{{#if context}} ({{context}}){{/if}}
{{#if error_message}}
{{error_message}}
{{/if}}
{{#if title}}
{{title}}
{{/if}}
{{#if deploy_time}}
Took {{ $duration(deploy_time * 1000) }}
{{/if}}
{{ deploy_ssl_url ?? ssl_url ?? url }}`,
    },
  ],
};

/** https://vercel.com/docs/webhooks/webhooks-api */
export const vercel: Sender = {
  sender: 'Vercel',
  when: { headers: { 'x-vercel-signature': true } },
  templates: [
    {
      id: 'vercel-deployment',
      label: 'Vercel deployment',
      when: { fields: { type: 'deployment*' } },
      template: String.raw`{{ payload.deployment.name ?? payload.name }}: {{ $replace(type, ".", " ") }}{{#if payload.target}} ({{payload.target}}){{/if}}
{{#if payload.deployment.meta.githubCommitMessage}}
{{ $substringBefore(payload.deployment.meta.githubCommitMessage, "\n") }} ({{payload.deployment.meta.githubCommitAuthorName}})
{{/if}}
{{ payload.links.deployment ?? payload.deployment.url }}`,
    },
  ],
};

/** https://docs.docker.com/docker-hub/repos/manage/webhooks/ */
export const dockerHub: Sender = {
  sender: 'Docker Hub',
  when: { fields: { 'push_data.tag': true, 'repository.repo_name': true } },
  templates: [
    {
      id: 'docker-hub-push',
      label: 'Docker Hub push',
      when: {},
      template:
        '{{repository.repo_name}}:{{push_data.tag}} pushed by {{push_data.pusher}}, {{ $date(push_data.pushed_at) }}\n{{repository.repo_url}}',
    },
  ],
};

/** https://github.com/cdevents/spec */
export const cdEvents: Sender = {
  sender: 'CDEvents',
  when: { fields: { 'context.type': 'dev.cdevents.*', subject: true } },
  templates: [
    {
      id: 'cdevents',
      label: 'CDEvents event',
      when: {},
      template: String.raw`{{ $join($split($replace(context.type, /^dev\.cdevents\.|\.\d+\.\d+\.\d+.*$/, ""), "."), " ") }}: {{ subject.content.pipelineName ?? subject.content.taskName ?? subject.content.testCase.name ?? subject.content.service.id ?? subject.id }}
{{#if subject.content.outcome}}
Outcome: {{subject.content.outcome}}
{{/if}}
{{#if subject.content.errors ?: subject.content.description}}
{{ subject.content.errors ?: subject.content.description }}
{{/if}}
{{ subject.content.url ?? subject.content.uri }}`,
    },
  ],
};
