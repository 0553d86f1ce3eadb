import facts from 'virtual:docs-language';
import { TextLink } from '../../../ui/button.tsx';
import { DocsPage, type DocsSection } from '../docs-page.tsx';
import { Code, Example, Fold, Note, Table } from '../parts.tsx';

const sections: readonly DocsSection[] = [
  {
    id: 'github-push',
    title: 'A template for a GitHub push',
    keywords: 'commit repository git gitlab example ready-made',
    Content: Push,
  },
  { id: 'without', title: 'Without a template', keywords: 'default message ready-made list fields', Content: Without },
  { id: 'fields', title: 'Fields', keywords: 'path property json value nested array item', Content: Fields },
  { id: 'lists', title: 'Loops over lists', keywords: 'each for repeat array items', Content: Lists },
  { id: 'conditions', title: 'Conditions', keywords: 'if else when only', Content: Conditions },
  { id: 'missing', title: 'Missing values', keywords: 'null empty default fallback undefined', Content: Missing },
  {
    id: 'calculate',
    title: 'Text, numbers and variables',
    keywords: 'concatenate count sum assign',
    Content: Calculate,
  },
  { id: 'dates', title: 'Dates and times', keywords: 'timezone timestamp format utc', Content: Dates },
  {
    id: 'rich',
    title: 'Rich messages',
    keywords: 'markdown bold link colour severity title facts buttons format slack attachment embed card',
    Content: Rich,
  },
  { id: 'call', title: 'Headers and query', keywords: 'header method query raw event name', Content: Call },
  { id: 'jq', title: 'jq syntax', keywords: 'jq dot interpolation', Content: Jq },
  {
    id: 'whitespace',
    title: 'Line breaks, comments and braces',
    keywords: 'trim blank newline escape comment',
    Content: Whitespace,
  },
  {
    id: 'printing',
    title: 'Output of values',
    keywords: 'json object array format markdown html escape',
    Content: Printing,
  },
  {
    id: 'editor',
    title: 'Try a template in the editor',
    keywords: 'sandbox test preview render save back',
    Content: Editor,
  },
  { id: 'fails', title: 'Failed templates', keywords: 'error notice broken', Content: Fails },
];

export const TemplatesDocs = () => (
  <DocsPage
    at="/docs/templates"
    sections={sections}
    lead={
      <>
        <p>
          A template turns the payload of a call into the message for your targets. Text is copied, and expressions
          between <code>{'{{'}</code> and <code>{'}}'}</code> are replaced by values of the payload. The messages on
          this page are rendered from a push to GitHub:
        </p>
        <Example id="first" />
        <Fold title="Show the payload of the examples">
          <Code label="Copy the payload">{facts.payload}</Code>
        </Fold>
      </>
    }
  />
);

/** Shown unrendered. */
const RICH_TEMPLATE = [
  '{{#title}}[{{repository.full_name}}]({{compare}}){{/title}}',
  '**{{pusher.name}}** pushed to `{{ref}}`:',
  '',
  '{{#each commits}}',
  '- {{message}}',
  '{{/each}}',
  '{{#facts}}',
  'Commits: {{ $count(commits) }}',
  'At: {{ $time(head_commit.timestamp) }}',
  '{{/facts}}',
  '{{#buttons}}[Compare]({{compare}}){{/buttons}}',
].join('\n');

function Rich() {
  return (
    <>
      <p>
        Turn on <b>Rich formatting</b> in a webhook’s settings. Messages then have a coloured bar, a linked title, facts
        in two columns, code and buttons, if the target supports them. Without a template, Tellhook detects title,
        colour, facts and link. A template is read as Markdown:
      </p>
      <Code label="Copy the template">{RICH_TEMPLATE}</Code>
      <Table
        label="Syntax of rich templates"
        head={['Syntax', 'Result']}
        rows={(
          [
            ['**bold** _italic_ ~~struck~~ `code`', 'emphasised text'],
            ['[label](address)', 'a link (http, https or mailto)'],
            ['# Heading, - item, 1. item, > quote, --- and ``` fences', 'blocks of a message'],
            ['{{#title}} … {{/title}}', 'the title, with an optional link (in Telegram and Teams also a button)'],
            ['{{#facts}} … {{/facts}}', 'facts, one “Name: value” per line'],
            ['{{#buttons}} … {{/buttons}}', 'up to three links as buttons'],
            ['{{& field }}', 'a value that contains Markdown, such as release notes'],
            ['$time(value)', 'a time, in the reader’s time zone if the target supports it'],
          ] as const
        ).map(([written, meaning]) => ({ key: written, cells: [<code key={written}>{written}</code>, meaning] }))}
      />
      <p>
        Values are inserted after the template is parsed, so a payload can’t add formatting, mentions or links. Line
        breaks are kept. HTML and images are not supported.
      </p>
      <p>
        The colour shows the call’s severity. Tellhook detects it from rules for known services, or from the fields and
        the title. To change it, open Severity, title and link in the editor or on the webhook’s page under Edit, and
        choose Custom rules. There are five optional expressions: severity, state, title, link and key. The editor
        previews them while you type. Severities and states are words such as <code>critical</code>, <code>P2</code>,{' '}
        <code>firing</code> or <code>closed</code>. If a rule fails, the message is sent and the dispatch shows the
        error.
      </p>
      <p>
        Your own server gets the message as <code>data.rich</code>, and key, state, severity, title and link as{' '}
        <code>data.subject</code>, next to <code>data.text</code>. If a provider rejects the formatting, the message is
        sent as plain text, and the dispatch shows this.
      </p>
    </>
  );
}

function Push() {
  return (
    <>
      <p>
        In GitHub, open Settings &gt; Webhooks &gt; Add webhook. Paste your invoke URL as Payload URL, choose the
        content type application/json, and save. Then turn on Use Template in your webhook and paste this template:
      </p>
      <Example id="push" />
      <p>
        You get the same message without a template: Tellhook recognises GitHub and {senders.length - 1} other services.
        The editor offers the ready-made template as a starting point.
      </p>
    </>
  );
}

const senders = [...new Set(facts.readyMade.map(({ sender }) => sender))];

function Without() {
  return (
    <>
      <p>
        Without a template, Tellhook recognises the service by its headers or payload and uses a ready-made template.
        For other services, the message has a headline, the text if there is one, up to eight key fields, and one link.
        Secrets, IDs and machine data are left out. A body that is already a chat message for Slack, Discord, Teams or
        Google Chat is used unchanged.
      </p>
      <p>Ready-made templates: {senders.join(', ')}.</p>
    </>
  );
}

function Fields() {
  return (
    <>
      <p>
        Join names with dots. Put a name with other characters than letters, digits and underscores in backquotes. List
        items count from 0, and negative numbers count from the end.
      </p>
      <Example id="item" />
      <p>
        A condition in brackets selects items. Selecting a field of a list returns that field’s value from every item:
      </p>
      <Example id="choose" />
    </>
  );
}

function Lists() {
  return (
    <>
      <p>
        Between <code>{'{{#each …}}'}</code> and <code>{'{{/each}}'}</code> names refer to fields of the item.
      </p>
      <Example id="each" />
      <p>
        <code>$index</code> counts from 0, <code>$first</code> and <code>$last</code> mark the first and last item, and{' '}
        <code>$$</code> is the whole payload. <code>as $name</code> names the item. <code>{'{{else}}'}</code> is used
        for an empty list.
      </p>
      <Example id="each_outer" />
    </>
  );
}

function Conditions() {
  return (
    <>
      <Example id="if" />
      <p>
        These count as false: missing, null, false, 0, empty text, an empty list and an empty object. Compare with{' '}
        <code>=</code>, <code>!=</code>, <code>&lt;</code>, <code>in</code>; combine with <code>and</code>,{' '}
        <code>or</code>, <code>$not(…)</code>. Within an expression, write <code>condition ? this : that</code>.
      </p>
    </>
  );
}

function Missing() {
  return (
    <>
      <p>
        A missing field prints nothing. <code>??</code> sets a fallback for a missing value, and <code>?:</code> also
        for null, false, 0 and empty values.
      </p>
      <Example id="missing" />
    </>
  );
}

function Calculate() {
  return (
    <>
      <p>
        Join texts with <code>&amp;</code>. Calculate with <code>+ - * / %</code>. All{' '}
        <TextLink to="/docs/template-reference" hash="functions">
          functions
        </TextLink>{' '}
        begin with <code>$</code>.
      </p>
      <Example id="join" />
      <Example id="calculate" />
      <p>
        <code>:=</code> names a value until the end of the block and prints nothing:
      </p>
      <Example id="variable" />
    </>
  );
}

function Dates() {
  return (
    <>
      <p>
        <code>$date</code> reads ISO text, seconds and milliseconds. The format and the time zone are optional.
      </p>
      <Example id="dates" />
    </>
  );
}

function Call() {
  return (
    <>
      <p>
        <code>$headers</code> (names in lower case), <code>$query</code>, <code>$method</code> and <code>$raw</code>,
        the body as text.
      </p>
      <Example id="headers" />
    </>
  );
}

function Jq() {
  return (
    <>
      <p>
        These parts of jq work: a leading dot, <code>.[0]</code>, <code>[&quot;key&quot;]</code>, <code>==</code> and{' '}
        <code>\(…)</code> in texts. There are no pipes. Write <code>$length(name)</code> instead of{' '}
        <code>name | length</code>.
      </p>
      <Example id="jq" />
      <p>A template without any braces is one single expression:</p>
      <Example id="expression" />
    </>
  );
}

function Whitespace() {
  return (
    <>
      <p>
        A line with only a block tag or a comment is removed. <code>{'{{- '}</code> removes all spaces and line breaks
        before a tag, <code>{' -}}'}</code> those after it. <code>{'{{! … }}'}</code> is a comment. A backslash before
        the braces prints them:
      </p>
      <Example id="literal" />
    </>
  );
}

function Printing() {
  return (
    <>
      <Table
        label="Printing of values"
        head={['Value', 'Printed']}
        rows={[
          ['Missing, null', 'nothing'],
          ['Text', 'unchanged'],
          ['Number', 'as short as possible'],
          ['List of texts and numbers', 'items joined by “, ”'],
          ['Object, other list', 'JSON, indented by 2'],
          ['Function', 'an error (E3001)'],
        ].map(([value, printed]) => ({ key: String(value), cells: [value, printed] }))}
      />
      <p>
        A message is plain text, and every target shows it unchanged. HTML, Markdown and mentions in the payload stay
        text.
      </p>
    </>
  );
}

function Editor() {
  return (
    <p>
      Open an invocation and select Open in Editor. The <TextLink to="/editor">editor</TextLink> loads the payload,
      previews the message as you type, marks errors, and completes field and function names. Render asks the server.
      Save Back saves the template to the webhook. The share button copies a link that opens the template in another
      account. The link itself contains the template, so nothing is stored.
    </p>
  );
}

function Fails() {
  return (
    <>
      <p>
        A failed template never loses a call. The dispatch fails with the position and the reason, such as{' '}
        <code>Line 2, column 14: … (T2001)</code>. The target gets a short notice with a link, at most once in ten
        minutes and without payload data. Fix the template, then resend the messages.
      </p>
      <Note>
        For every error and its fix, see{' '}
        <TextLink to="/docs/template-reference" hash="errors">
          template errors
        </TextLink>
        .
      </Note>
    </>
  );
}
