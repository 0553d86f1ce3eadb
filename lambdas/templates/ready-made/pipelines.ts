import type { Sender, Template } from './ready-made.ts';
import { by, each, excerpt, firstLine, inWords, line, lines, maybe, spaced, when } from './snippets.ts';

/** https://docs.sonarsource.com/sonarqube-server/discovering/integrations/webhooks */
export const sonarQube: Sender = {
  sender: 'SonarQube',
  when: { headers: { 'x-sonarqube-project': true } },
  templates: (): Template[] => [
    {
      id: 'sonarqube-analysis',
      label: 'SonarQube analysis',
      when: {},
      template: lines(
        `{{ project.name ?: project.key ?: "SonarQube" }}: {{ ${inWords('qualityGate.status', { OK: 'quality gate passed', ERROR: 'quality gate failed', WARN: 'quality gate passed with a warning' }, 'analysis finished')} }}${maybe(' on ', 'branch.name')}`,
        each(
          'qualityGate.conditions[status in ["ERROR", "WARN"]]',
          8,
          `- {{ metric ? $replace(metric, "_", " ") : "a condition" }}${maybe(' ', 'value ? ($contains(value, ".") ? $string($round($number(value), 1)) : value)')}${maybe(' (threshold ', 'errorThreshold', ')')}`,
        ),
        '{{ branch.url ?: project.url ?: serverUrl }}',
      ),
    },
  ],
};

/** https://developer.hashicorp.com/terraform/cloud-docs/workspaces/settings/notifications */
export const terraform: Sender = {
  sender: 'Terraform Cloud',
  when: { fields: { notification_configuration_id: true, 'notifications.0.trigger': true } },
  templates: (): Template[] => [
    {
      id: 'terraform-run',
      label: 'Terraform Cloud run',
      when: {},
      template: lines(
        `{{ workspace_name ? (organization_name ? organization_name & "/" & workspace_name : workspace_name) : "Terraform Cloud" }}: {{ $lowercase(notifications[0].message ?: (${spaced('notifications[0].trigger', 'run changed')})) }}`,
        line('run_message'),
        line('notifications[0].run_updated_by ?: run_created_by', 'Started by: '),
        '{{run_url}}',
      ),
    },
  ],
};

/** https://devcenter.heroku.com/articles/app-webhooks */
export const heroku: Sender = {
  sender: 'Heroku',
  when: { fields: { webhook_metadata: true, resource: true, data: true } },
  templates: (): Template[] => [
    {
      id: 'heroku-event',
      label: 'Heroku event',
      when: {},
      template: lines(
        `{{ data.app.name ?: data.name ?: "Heroku" }}: {{ $replace(resource ?: "app", "-", " ") }}${maybe(' v', 'resource == "release" ? data.version')}${maybe(' ', 'data.plan.name')} {{ data.status ? (${inWords('data.status', { succeeded: 'succeeded', failed: 'failed', pending: 'is running' })}) : data.state ? data.state : (${inWords('action', { create: 'created', update: 'updated', destroy: 'removed' })}) }}{{#if actor.email and $not($exists(data.state))}}{{#if data.status}}, started{{/if}} by {{actor.email}}{{/if}}`,
        line('data.description'),
        '{{#if data.app.name ?: data.name}}https://dashboard.heroku.com/apps/{{ data.app.name ?: data.name }}{{/if}}',
      ),
    },
  ],
};

/** https://render.com/docs/webhooks */
export const render: Sender = {
  sender: 'Render',
  when: { headers: { 'webhook-id': true }, fields: { 'data.serviceId': true, type: true } },
  templates: (): Template[] => [
    {
      id: 'render-event',
      label: 'Render event',
      when: {},
      template: `{{ data.serviceName ?: "Render" }}: {{ data.status and $contains(type ?: "", /_ended$/) ? (${spaced('$substringBefore(type, "_ended")')}) & " " & data.status : (${spaced('type', 'event')}) }}`,
    },
  ],
};

/** https://buildkite.com/docs/apis/webhooks/pipelines/build-events */
export const buildkite: Sender = {
  sender: 'Buildkite',
  when: { headers: { 'x-buildkite-event': true } },
  templates: (): Template[] => [
    {
      id: 'buildkite-build',
      label: 'Buildkite build',
      when: { fields: { build: true } },
      template: lines(
        `{{ pipeline.name ?: "Buildkite" }}: {{ job.name ? "job " & job.name & " of " : "" }}build${maybe(' #', 'build.number')} {{ build.blocked ? "waits for somebody" : (${inWords('(job.state ?: build.state)', { scheduled: 'is scheduled', running: 'is running', passed: 'passed', failing: 'is failing', failed: 'failed', canceled: 'was cancelled', skipped: 'was skipped' })}) }}${maybe(' on ', 'build.branch')}`,
        '{{#if build.message}}',
        `{{ ${firstLine('build.message')} }}${maybe(' (', 'build.creator.name ?: build.author.name', ')')}`,
        '{{/if}}',
        '{{ job.web_url ?: build.web_url }}',
      ),
    },
    {
      id: 'buildkite-event',
      label: 'Buildkite event',
      when: {},
      template: `Buildkite: {{ ${spaced('event', 'event')} }}${maybe(', ', 'agent.name ?: pipeline.name')}`,
    },
  ],
};

/** The report of a scan is stored under the name of its format. */
const SCAN = 'event_data.resources[0].scan_overview.*';

/** https://goharbor.io/docs/main/working-with-projects/project-configuration/configure-webhooks/ */
export const harbor: Sender = {
  sender: 'Harbor',
  when: { fields: { event_data: true, type: true, occur_at: true } },
  templates: (): Template[] => [
    {
      id: 'harbor-event',
      label: 'Harbor event',
      when: {},
      template: lines(
        `{{ event_data.repository.repo_full_name ?: event_data.repository.name ?: "Harbor" }}: {{ ${inWords('type', { PUSH_ARTIFACT: 'artifact pushed', PULL_ARTIFACT: 'artifact pulled', DELETE_ARTIFACT: 'artifact deleted', SCANNING_COMPLETED: 'scan completed', SCANNING_FAILED: 'scan failed', SCANNING_STOPPED: 'scan stopped', QUOTA_EXCEED: 'quota exceeded', QUOTA_WARNING: 'quota almost reached', REPLICATION: 'replication' })} }}${maybe(' ', 'event_data.replication.job_status ? ($lowercase(event_data.replication.job_status) = "success" ? "succeeded" : "failed")')}${by('$contains(type ?: "", /QUOTA|REPLICATION/) or operator = "auto" ? "" : operator')}`,
        when(
          'event_data.resources[tag and $not($contains(tag, "sha256:"))]',
          'Tags: {{ $truncate($join(event_data.resources[tag and $not($contains(tag, "sha256:"))].tag, ", "), 200) }}',
        ),
        line('event_data.replication.successful_artifact.name_tag', 'Copied: '),
        line('event_data.replication.failed_artifact.name_tag', 'Failed: '),
        line('event_data.replication.dest_resource.endpoint', 'To: '),
        line('event_data.custom_attributes.Details'),
        `{{#if ${SCAN}.summary}}`,
        `{{ ${SCAN}.summary.total ? ${SCAN}.summary.total & ($number(${SCAN}.summary.total) = 1 ? " vulnerability" : " vulnerabilities") & (${SCAN}.summary.fixable ? " (" & ${SCAN}.summary.fixable & " fixable)") : "No vulnerabilities" }}`,
        '{{/if}}',
        line(`${SCAN}.severity != "None" ? ${SCAN}.severity`, 'Severity: '),
      ),
    },
  ],
};

/** https://docs.travis-ci.com/user/notifications/#configuring-webhook-notifications */
export const travis: Sender = {
  sender: 'Travis CI',
  when: { fields: { status_message: true, build_url: true, 'repository.owner_name': true } },
  templates: (): Template[] => [
    {
      id: 'travis-build',
      label: 'Travis CI build',
      when: {},
      template: lines(
        `{{ repository.owner_name ? repository.owner_name & "/" : "" }}{{ repository.name ?: "Travis CI" }}: build${maybe(' #', 'number')} {{ ${inWords('status_message', { Pending: 'is running', Passed: 'passed', Fixed: 'passed again', Broken: 'broke', Failed: 'failed', 'Still Failing': 'still fails', Canceled: 'was cancelled', Errored: 'failed with an error' })} }}${maybe(' on ', 'branch')}`,
        when('message', `{{ ${firstLine('message')} }}${maybe(' (', 'author_name', ')')}`),
        line('duration ? $duration(duration * 1000)', 'Took '),
        '{{build_url}}',
      ),
    },
  ],
};

/** https://docs.expo.dev/eas/webhooks/ */
export const eas: Sender = {
  sender: 'Expo',
  when: { fields: { accountName: true, projectName: true, platform: true, status: true } },
  templates: (): Template[] => [
    {
      id: 'eas-build',
      label: 'Expo build or submission',
      when: {},
      template: lines(
        `{{ projectName ?: "Expo" }}:${maybe(' ', 'platform ? (platform = "ios" ? "iOS" : platform = "android" ? "Android" : platform)')} {{ submissionDetailsPageUrl ? "submission" : "build" }} {{ ${inWords('status', { errored: 'failed', canceled: 'was cancelled' })} }}`,
        line('error.message ?: submissionInfo.error.message'),
        line(`metadata.gitCommitMessage ? ${firstLine('metadata.gitCommitMessage')}`),
        line('metadata.appVersion', 'Version: '),
        line('metadata.buildProfile', 'Profile: '),
        '{{ submissionDetailsPageUrl ?: buildDetailsPageUrl }}',
      ),
    },
  ],
};

/** https://docs.quay.io/guides/notifications.html */
export const quay: Sender = {
  sender: 'Quay',
  when: { fields: { docker_url: true, namespace: true, homepage: true } },
  templates: (): Template[] => [
    {
      id: 'quay-event',
      label: 'Quay event',
      when: {},
      template: lines(
        `{{ repository ?: "Quay" }}: {{ updated_tags ? "pushed" : vulnerability ? "vulnerability found" : build_name or build_id ? (error_message ? "build failed" : "build") : "repository changed" }}`,
        line('updated_tags ? $join(updated_tags, ", ")', 'Tags: '),
        when('vulnerability.id', `{{vulnerability.id}}${maybe(' (', 'vulnerability.priority', ')')}`),
        line('vulnerability.description'),
        line('error_message'),
        '{{#if homepage}}{{ $replace(homepage, "http://", "https://") }}{{/if}}',
      ),
    },
  ],
};

/** https://jfrog.com/help/r/jfrog-platform-administration-documentation/webhooks */
export const artifactory: Sender = {
  sender: 'Artifactory',
  when: { fields: { domain: true, event_type: true, 'data.repo_key': true } },
  templates: (): Template[] => [
    {
      id: 'artifactory-event',
      label: 'Artifactory event',
      when: {},
      template: lines(
        `{{ data.repo_key ?: "Artifactory" }}: {{ data.image_name ?: data.name ?: "an artifact" }}${maybe(':', 'data.image_name ? data.tag')} {{ ${spaced('event_type')} }}`,
        line('$contains(data.path ?: "", "/") ? data.path', 'Path: '),
      ),
    },
  ],
};

/** https://fluxcd.io/flux/components/notification/providers/#generic-webhook */
export const flux: Sender = {
  sender: 'Flux',
  when: { fields: { 'involvedObject.kind': true, reportingController: true, message: true } },
  templates: (): Template[] => [
    {
      id: 'flux-event',
      label: 'Flux event',
      when: {},
      template: lines(
        `{{ involvedObject.kind ?: "Flux" }}{{#if involvedObject.name}} {{#if involvedObject.namespace}}{{involvedObject.namespace}}/{{/if}}{{involvedObject.name}}{{/if}}{{#if reason and $not(reason in ["info", "error"])}}: {{ $lowercase($replace(reason, /([a-z])([A-Z])/, "$1 $2")) }}{{else if severity = "error"}}: error{{/if}}`,
        excerpt('message', 800),
      ),
    },
  ],
};
