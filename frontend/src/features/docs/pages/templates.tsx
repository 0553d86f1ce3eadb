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
  { id: 'jq', title: 'For people who know jq', keywords: 'jq dot interpolation', Content: Jq },
  {
    id: 'whitespace',
    title: 'Line breaks, comments and braces',
    keywords: 'trim blank newline escape comment',
    Content: Whitespace,
  },
  {
    id: 'printing',
    title: 'How values are printed',
    keywords: 'json object array format markdown html escape',
    Content: Printing,
  },
  {
    id: 'editor',
    title: 'Trying it in the editor',
    keywords: 'sandbox test preview render save back',
    Content: Editor,
  },
  { id: 'fails', title: 'When a template fails', keywords: 'error notice broken', Content: Fails },
];

export const TemplatesDocs = () => (
  <DocsPage
    at="/docs/templates"
    sections={sections}
    lead={
      <>
        <p>
          A template turns the payload of a call into the message that your targets get. Text stays as it is; what is
          between <code>{'{{'}</code> and <code>{'}}'}</code> is looked up in the payload. The messages on this page
          were made by the language itself, from a push to GitHub:
        </p>
        <Example id="first" />
        <Fold title="Show the payload of the examples">
          <Code label="Copy the payload">{facts.payload}</Code>
        </Fold>
      </>
    }
  />
);

/** A template as it is written, which the language of this page must not read. */
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
        Switch <b>Rich messages</b> on in the details of a webhook, and each target shows its messages with all it has:
        a coloured bar, a bold title that links, facts in two columns, code, buttons. Without a template, title, colour,
        facts and link are found in the call. A template is read as Markdown:
      </p>
      <Code label="Copy the template">{RICH_TEMPLATE}</Code>
      <Table
        label="What a rich template may say"
        head={['Write', 'For']}
        rows={(
          [
            ['**bold** _italic_ ~~struck~~ `code`', 'words that stand out'],
            ['[label](address)', 'a link; http, https and mailto only'],
            ['# Heading, - item, 1. item, > quote, --- and ``` fences', 'parts of a message'],
            [
              '{{#title}} … {{/title}}',
              'the title; a link in it is where it leads, at Telegram and Teams a button too',
            ],
            ['{{#facts}} … {{/facts}}', 'one “Name: value” a line'],
            ['{{#buttons}} … {{/buttons}}', 'up to three links as buttons'],
            ['{{& field }}', 'a value that is Markdown itself, release notes for instance'],
            ['$time(value)', 'a moment, in the reader’s own time where the target can show it'],
          ] as const
        ).map(([written, meaning]) => ({ key: written, cells: [<code key={written}>{written}</code>, meaning] }))}
      />
      <p>
        Values go in after the template is read: whatever a payload says, it never becomes formatting, a mention or a
        link that your template did not make. A line break stays a line break. There is no HTML and there are no
        pictures.
      </p>
      <p>
        The colour is the severity of the call: its rules for known senders, the words of its fields or title for all
        others. What a call is about, in the editor of a webhook and on its page under Edit, takes rules of your own:
        five expressions (severity, state, title, link, key), of which each may be empty. The editor tries them on the
        call in Input while you type. Severities and states are words such as <code>critical</code>, <code>P2</code>,{' '}
        <code>firing</code> or <code>closed</code>. A rule that fails never costs a message; its dispatch says what was
        wrong. Your own server gets the message as <code>data.rich</code> and what the call is about (key, state,
        severity, title, link) as <code>data.subject</code>, beside <code>data.text</code> as always. Should a provider
        refuse the formatting, the same message goes out as plain text at once, and its dispatch says so.
      </p>
    </>
  );
}

function Push() {
  return (
    <>
      <p>
        In GitHub, open Settings, Webhooks, Add webhook. Paste your invoke URL as Payload URL, choose the content type
        application/json, and save. Then switch Use Template on in your webhook and paste this:
      </p>
      <Example id="push" />
      <p>
        Even without it, pushes look like this: Tellhook knows GitHub and {senders.length - 1} other senders. The editor
        offers the sender’s ready-made template as a starting point.
      </p>
    </>
  );
}

const senders = [...new Set(facts.readyMade.map(({ sender }) => sender))];

function Without() {
  return (
    <>
      <p>
        A webhook without a template uses the ready-made one of the sender, recognised by its headers or the shape of
        its payload. For everybody else the message says what a person would say about the call: what happened to what,
        the text if there is one, at most eight facts, and the one address to open. Secrets, ids and what only machines
        read are left out. A body that is a chat message already, of the kind that tools send to Slack, Discord, Teams
        or Google Chat, is taken as it is.
      </p>
      <p>Ready-made templates: {senders.join(', ')}.</p>
    </>
  );
}

function Fields() {
  return (
    <>
      <p>
        Names are joined by dots. A name with characters other than letters, digits and underscores goes in backquotes.
        Items of a list are counted from 0; negative numbers count from the end.
      </p>
      <Example id="item" />
      <p>A condition in brackets picks items; a field of a list is a list of that field’s values:</p>
      <Example id="choose" />
    </>
  );
}

function Lists() {
  return (
    <>
      <p>
        Between <code>{'{{#each …}}'}</code> and <code>{'{{/each}}'}</code> plain names mean fields of the item.
      </p>
      <Example id="each" />
      <p>
        <code>$index</code> counts from 0, <code>$first</code> and <code>$last</code> say where you are, <code>$$</code>{' '}
        is the whole payload. <code>as $name</code> gives the item a name; <code>{'{{else}}'}</code> stands for an empty
        list.
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
        A missing field prints nothing. <code>??</code> gives an alternative when something is missing, <code>?:</code>{' '}
        also when it is null, false, 0 or empty.
      </p>
      <Example id="missing" />
    </>
  );
}

function Calculate() {
  return (
    <>
      <p>
        Join texts with <code>&amp;</code>; numbers take <code>+ - * / %</code>. All{' '}
        <TextLink to="/docs/template-reference" hash="functions">
          functions
        </TextLink>{' '}
        begin with <code>$</code>.
      </p>
      <Example id="join" />
      <Example id="calculate" />
      <p>
        <code>:=</code> gives a value a name, to the end of the block, and prints nothing:
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
        Much of what you know works: a leading dot, <code>.[0]</code>, <code>[&quot;key&quot;]</code>, <code>==</code>{' '}
        and <code>\(…)</code> in texts. There are no pipes: write <code>$length(name)</code> for{' '}
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
        A line that holds only a block tag or a comment disappears with its line break. <code>{'{{- '}</code> removes
        all spaces and line breaks before a tag, <code>{' -}}'}</code> those after it. <code>{'{{! … }}'}</code> is a
        comment. A backslash in front prints the braces themselves:
      </p>
      <Example id="literal" />
    </>
  );
}

function Printing() {
  return (
    <>
      <Table
        label="How values are printed"
        head={['Value', 'Printed']}
        rows={[
          ['Missing, null', 'nothing'],
          ['Text', 'as it is'],
          ['Number', 'as short as possible'],
          ['List of texts and numbers', 'items joined by “, ”'],
          ['Object, other list', 'JSON, indented by 2'],
          ['Function', 'an error (E3001)'],
        ].map(([value, printed]) => ({ key: String(value), cells: [value, printed] }))}
      />
      <p>
        A message is plain text. Every target shows it word for word: what looks like HTML, Markdown or a mention in the
        payload stays text.
      </p>
    </>
  );
}

function Editor() {
  return (
    <p>
      Open an invocation and press Open in Editor: the <TextLink to="/editor">editor</TextLink> opens with the real
      payload, shows the message as you type, marks mistakes where they are, and knows the names of fields and
      functions. Render asks the server; Save Back stores the template in the webhook.
    </p>
  );
}

function Fails() {
  return (
    <>
      <p>
        A template that fails never loses a call. The dispatch fails with the place and the reason, such as{' '}
        <code>Line 2, column 14: … (T2001)</code>, and the target gets a short notice with a link, at most one in ten
        minutes, and nothing of the payload. Repair the template and send the messages again.
      </p>
      <Note>
        Every error and how to fix it:{' '}
        <TextLink to="/docs/template-reference" hash="errors">
          errors of templates
        </TextLink>
        .
      </Note>
    </>
  );
}
