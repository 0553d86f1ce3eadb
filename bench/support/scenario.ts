import { githubPush } from './payloads.ts';

/** The body of all measured calls: a GitHub push of about 7 KB. `mark` appears in the message. */
export const pushBody = (mark: string): string =>
  JSON.stringify({ ...githubPush, head_commit: { ...githubPush.head_commit, message: mark } });

/** A template that shows three fields of the push. */
export const PUSH_TEMPLATE = '{{repository.full_name}}: {{pusher.name}} pushed "{{head_commit.message}}"';

/** Creates JSON bodies of about this size in bytes. The mark is in a field that {@link PUSH_TEMPLATE} shows. */
export const bodyOfSize =
  (bytes: number) =>
  (mark: string): string => {
    const frame = { repository: { full_name: 'acme/web' }, pusher: { name: 'octo' }, head_commit: { message: mark } };
    const commits: object[] = [];
    for (let size = JSON.stringify(frame).length + 14; size < bytes; size += COMMIT_BYTES)
      commits.push(commitOf(commits.length));
    return JSON.stringify({ ...frame, commits });
  };

const commitOf = (at: number) => ({
  id: at.toString(16).padStart(40, '5e1f'),
  message: 'fix(cart): rounding of line',
  url: `https://api.example.test/repos/acme/web/commit/${at.toString(16).padStart(40, '5e1f')}`,
});
const COMMIT_BYTES = JSON.stringify(commitOf(0)).length + 1;
