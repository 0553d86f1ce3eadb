import type { Sender, Template } from './ready-made.ts';
import { firstLine, inWords, line, lines, maybe, OUTCOMES, spaced } from './snippets.ts';

/** https://circleci.com/docs/webhooks-reference/ */
export const circleCi: Sender = {
  sender: 'CircleCI',
  when: { headers: { 'circleci-event-type': true } },
  templates: (): Template[] => [
    {
      id: 'circleci-job',
      label: 'CircleCI job or workflow',
      when: {},
      template: lines(
        `{{ project.name ?: "CircleCI" }}: {{ job.name ? "job " & job.name : workflow.name ? "workflow " & workflow.name : "workflow" }} {{ ${inWords('(job.status ?: workflow.status)', { ...OUTCOMES, failed: 'failed', on_hold: 'waits for an approval', canceled: 'was cancelled', unauthorized: 'was not authorized' })} }}${maybe(' on ', 'pipeline.vcs.branch ?: pipeline.vcs.tag')}`,
        '{{#if pipeline.vcs.commit.subject}}',
        `{{pipeline.vcs.commit.subject}}${maybe(' (', 'pipeline.vcs.commit.author.name', ')')}`,
        '{{/if}}',
        '{{ workflow.url ?: pipeline.vcs.target_repository_url }}',
      ),
    },
  ],
};

/** https://docs.netlify.com/deploy/deploy-notifications/ */
export const netlify: Sender = {
  sender: 'Netlify',
  when: { headers: { 'x-netlify-event': true } },
  templates: (): Template[] => [
    {
      id: 'netlify-deploy',
      label: 'Netlify deploy',
      when: { headers: { 'x-netlify-event': 'deploy_*' } },
      template: lines(
        `{{ name ?: "Netlify" }}: deploy${maybe(' of ', 'branch')} {{ ${inWords('state', { ready: 'is live', error: 'failed', building: 'is building', enqueued: 'is queued', locked: 'is locked', unlocked: 'is unlocked' })} }}${maybe(' (', 'context', ')')}`,
        line('error_message'),
        line('title'),
        line('deploy_time ? $duration(deploy_time * 1000)', 'Took '),
        '{{ deploy_ssl_url ?: ssl_url ?: url }}',
      ),
    },
    {
      id: 'netlify-form',
      label: 'Netlify form',
      when: { headers: { 'x-netlify-event': 'submission_created' } },
      template: lines(
        `{{ form_name ? "New answer to " & form_name : "New answer to a form" }}${maybe(' from ', 'name ?: email')}`,
        line('summary ?: body'),
        '{{site_url}}',
      ),
    },
  ],
};

/** https://vercel.com/docs/webhooks/webhooks-api */
export const vercel: Sender = {
  sender: 'Vercel',
  when: { headers: { 'x-vercel-signature': true } },
  templates: (): Template[] => [
    {
      id: 'vercel-deployment',
      label: 'Vercel deployment',
      when: { fields: { type: 'deployment*' } },
      template: lines(
        `{{ payload.deployment.name ?: payload.name ?: "Vercel" }}: deployment {{ ${inWords('$substringAfter(type ?: "", "deployment.")', { error: 'failed', 'check-rerequested': 'checks were requested again', ready: 'is ready', created: 'was started', canceled: 'was cancelled', promoted: 'was promoted', rollback: 'was rolled back' })} }}${maybe(' (', 'payload.target', ')')}`,
        '{{#if payload.deployment.meta.githubCommitMessage}}',
        `{{ ${firstLine('payload.deployment.meta.githubCommitMessage')} }}${maybe(' (', 'payload.deployment.meta.githubCommitAuthorName', ')')}`,
        '{{/if}}',
        '{{ payload.links.deployment ?: (payload.deployment.url ? "https://" & $replace(payload.deployment.url, "https://", "")) }}',
      ),
    },
    {
      id: 'vercel-event',
      label: 'Vercel event',
      when: { fields: { type: true } },
      template: lines(
        `{{ payload.project.name ?: payload.name ?: "Vercel" }}: {{ ${spaced('type')} }}`,
        '{{ payload.links.project ?: payload.links.deployment }}',
      ),
    },
  ],
};

/** https://docs.docker.com/docker-hub/repos/manage/webhooks/ */
export const dockerHub: Sender = {
  sender: 'Docker Hub',
  when: { fields: { 'push_data.tag': true, 'repository.repo_name': true } },
  templates: (): Template[] => [
    {
      id: 'docker-hub-push',
      label: 'Docker Hub push',
      when: {},
      template: lines(
        `{{ repository.repo_name ?: "Docker Hub" }}{{#if push_data.tag}}:{{push_data.tag}}{{/if}} pushed${maybe(' by ', 'push_data.pusher')}`,
        '{{repository.repo_url}}',
      ),
    },
  ],
};

/** https://github.com/cdevents/spec */
export const cdEvents: Sender = {
  sender: 'CDEvents',
  when: { fields: { 'context.type': 'dev.cdevents.*', subject: true } },
  templates: (): Template[] => [
    {
      id: 'cdevents',
      label: 'CDEvents event',
      when: {},
      template: lines(
        // `pipelinerun.finished` with an outcome: `Pipeline run release failed`.
        String.raw`{{ $type := $replace(context.type ?: "event.changed", /^dev\.cdevents\.|\.\d+\.\d+\.\d+.*$/, "") }}`,
        `{{ $what := $lookup({ "pipelinerun": "pipeline run", "taskrun": "task run", "testcaserun": "test case run", "testsuiterun": "test suite run", "testoutput": "test output" }, $substringBefore($type, ".")) ?: $substringBefore($type, ".") }}`,
        `{{ $uppercase($substring($what, 0, 1)) & $substring($what, 1) }}{{ ($what = "incident" ? " of " : " ") & (subject.content.pipelineName ?: subject.content.taskName ?: subject.content.testCase.name ?: subject.content.service.id ?: subject.id ?: "somewhere") }} {{ $lookup({ "success": "succeeded", "failure": "failed", "error": "failed with an error", "pass": "passed", "fail": "failed", "cancel": "was cancelled" }, subject.content.outcome ?: "") ?: $substringAfter($type, ".") }}${maybe(' in ', 'subject.content.environment.id')}`,
        line('subject.content.errors ?: subject.content.description'),
        '{{ subject.content.url ?: subject.content.uri }}',
      ),
    },
  ],
};
