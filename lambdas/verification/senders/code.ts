import type { Scheme } from '../scheme.ts';
import { sentSecret, signedBody, standardWebhooks, timedList } from './shapes.ts';

/** Services that host, build and deploy code. */
export const codeSenders = {
  github: signedBody(
    { name: 'GitHub', source: 'docs.github.com, Validating webhook deliveries' },
    'x-hub-signature-256',
    { prefix: 'sha256=' },
  ),
  gitlab: sentSecret({ name: 'GitLab (secret token)', source: 'docs.gitlab.com, Webhooks' }, 'x-gitlab-token'),
  'gitlab-signed': standardWebhooks({
    name: 'GitLab (signing token)',
    source: 'docs.gitlab.com, Webhooks, signing tokens',
  }),
  gitea: signedBody({ name: 'Gitea', source: 'go-gitea/gitea, services/webhook/deliver.go' }, 'x-gitea-signature'),
  gogs: signedBody({ name: 'Gogs', source: 'gogs/gogs, internal/database/webhook.go' }, 'x-gogs-signature'),
  bitbucket: signedBody(
    { name: 'Bitbucket', source: 'confluence.atlassian.com, Bitbucket event payload, securing your webhook' },
    'x-hub-signature',
    { prefix: 'sha256=' },
  ),
  circleci: {
    ...signedBody({ name: 'CircleCI', source: 'circleci.com, Outbound webhooks' }, 'circleci-signature'),
    signature: { header: 'circleci-signature', encoding: 'hex', list: { separator: ',', join: '=', name: 'v1' } },
  },
  buildkite: timedList(
    { name: 'Buildkite', source: 'buildkite/docs, pages/apis/webhooks/_verifying_hmac_signatures.md' },
    'x-buildkite-signature',
    { time: 'timestamp', signature: 'signature' },
  ),
} as const satisfies Record<string, Scheme>;
