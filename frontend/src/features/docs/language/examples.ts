/** A GitHub push event, reduced to the fields that the examples use (docs.github.com, webhook events and payloads). */
export const samplePayload = {
  ref: 'refs/heads/main',
  compare: 'https://github.com/acme/web/compare/1f0c9e1...8a41d7b',
  forced: false,
  repository: { full_name: 'acme/web', private: true, stargazers_count: 1284 },
  pusher: { name: 'octocat' },
  commits: [
    {
      id: '3b5f0d2c',
      message: 'Show prices with tax\n\nCloses #41',
      timestamp: '2026-11-20T09:12:31Z',
      author: { name: 'Mona' },
      modified: ['cart.ts', 'tax.ts'],
    },
    {
      id: '8a41d7be',
      message: 'Fix rounding',
      timestamp: '2026-11-20T09:20:04Z',
      author: { name: 'Octavia' },
      modified: ['tax.ts'],
    },
  ],
};

export const sampleHeaders = { 'content-type': 'application/json', 'x-github-event': 'push' };

/** The examples of the guide. The build renders them with the real template language. */
export const examples = {
  first: { template: '{{ pusher.name }} pushed to {{ repository.full_name }}' },
  item: { template: 'First: {{ commits[0].message }}\nLast author: {{ commits[-1].author.name }}' },
  choose: { template: '{{ commits[author.name = "Mona"].id }}' },
  calculate: {
    template:
      '{{ $count(commits) }} commits, {{ $count($distinct(commits.modified)) }} files: {{ $distinct(commits.modified) }}',
  },
  join: { template: '{{ repository.full_name & " (" & (repository.private ? "private" : "public") & ")" }}' },
  missing: { template: 'Tag: {{ tag ?? "none" }}, note: {{ head_commit.note ?: "nothing to say" }}' },
  each: { template: '{{#each commits}}\n- {{ $substringBefore(message, "\\n") }} ({{ author.name }})\n{{/each}}' },
  each_outer: {
    template:
      '{{#each commits as $c}}\n{{ $index + 1 }}. {{ $c.id }} in {{ $$.repository.full_name }}\n{{else}}\nNo commits\n{{/each}}',
  },
  if: {
    template:
      '{{#if forced}}\nForce-pushed!\n{{else if $count(commits) > 1}}\n{{ $count(commits) }} commits\n{{else}}\nOne commit\n{{/if}}',
  },
  variable: {
    template: '{{ $branch := $replace(ref, "refs/heads/", "") }}{{ $branch }} is now at {{ commits[-1].id }}',
  },
  dates: {
    template:
      '{{ $date(commits[0].timestamp) }}\n{{ $date(commits[0].timestamp, "[D01].[M01].[Y0001] [H01]:[m01]", "Europe/Berlin") }}\n{{ $duration(93784000) }}',
  },
  headers: { template: 'Event: {{ $headers.`x-github-event` }}' },
  jq: { template: '{{ .repository.full_name }} {{ .commits[0].author["name"] }} {{ "\\(.pusher.name) again" }}' },
  expression: { template: '"Pushed by " & pusher.name' },
  literal: { template: 'Write \\{{ name }} to print braces.' },
  push: {
    template: String.raw`{{repository.full_name}}: {{pusher.name}} pushed to {{ $replace(ref, /^refs\/(heads|tags)\//, "") }}
{{#each commits}}
- {{ $substring(id, 0, 7) }} {{ $substringBefore(message, "\n") }} ({{author.name}})
{{/each}}
{{compare}}`,
  },
} as const satisfies Record<string, { template: string }>;
