interface Note {
  fix: string;
  /** A template that fails with this error. */
  wrong?: string;
  /** The corrected template. */
  right?: string;
}

/** The fix for each error. Codes with E are ours; codes with S, T or D are the engine's most frequent ones. */
export const errorNotes: Readonly<Record<string, Note>> = {
  E1000: { fix: 'Write a template, or turn off Use Template to get a readable message without one.', wrong: '  ' },
  E1001: { fix: '', wrong: '{{ pusher.name', right: '{{ pusher.name }}' },
  E1002: { fix: '', wrong: 'By {{ }}', right: 'By {{ pusher.name }}' },
  E1003: {
    fix: 'Close the last opened block with its own name.',
    wrong: '{{#if forced}}!{{/each}}',
    right: '{{#if forced}}!{{else}}-{{/if}}',
  },
  E1004: {
    fix: 'Add {{/each}} or {{/if}} where the block ends.',
    wrong: '{{#each commits}}{{id}} ',
    right: '{{#each commits}}{{id}} {{/each}}',
  },
  E1005: {
    fix: 'Use #if with $not(…) where other languages have #unless.',
    wrong: '{{#unless forced}}ok{{/unless}}',
    right: '{{#if $not(forced)}}ok{{/if}}',
  },
  E1006: {
    fix: 'Put one else between the beginning and the end of the block, as the last branch.',
    wrong: 'a{{else}}b',
    right: '{{#if forced}}a{{else}}b{{/if}}',
  },
  E1007: { fix: '', wrong: '{{ tag // "none" }}', right: '{{ tag ?? "none" }}' },
  E2001: {
    fix: 'Loop over fewer items, and look for endless recursion. High load on our side can also be the cause. The message is then retried automatically.',
  },
  E2002: { fix: 'Build smaller values: filter a list before you change it, and avoid repeating text many times.' },
  E2003: { fix: 'Shorten long fields with $truncate(text, length), and list only the first items of a loop.' },
  E2004: { fix: 'Remove comments and repeated parts, or move them into a loop.' },
  E2006: { fix: 'Open fewer blocks inside each other, and split a long expression with {{ $x := … }}.' },
  E2007: { fix: 'Create shorter lists, and use one loop instead of many tags.', wrong: '{{ [1..200000] }}' },
  E2008: { fix: 'Filter the list before the loop: {{#each items[price > 100]}}.' },
  E3001: { fix: '', wrong: '{{ $now }}', right: '{{ $length($now()) }}' },
  E3002: {
    fix: 'Look for a division by zero; test the divisor first.',
    wrong: '{{ 1 / 0 }}',
    right: '{{ $count(commits) ? 10 / $count(commits) : 0 }}',
  },
  E3003: { fix: 'Write the expression itself in the template.', wrong: '{{ $eval("1 + 1") }}', right: '{{ 1 + 1 }}' },
  E3004: {
    fix: '',
    wrong: '{{ $date(commits[0].timestamp, "", "Berlin") }}',
    right: '{{ $date(commits[0].timestamp, "", "Europe/Berlin") }}',
  },
  E9000: { fix: 'Remove parts of the template until it works, then send us the part that fails.' },
  S0101: { fix: '', wrong: '"Pushed by & pusher.name', right: '"Pushed by " & pusher.name' },
  S0201: {
    fix: 'Put an operator between two values. In text, put each value in its own braces.',
    wrong: '{{ pusher.name repository.full_name }}',
    right: '{{ pusher.name }} {{ repository.full_name }}',
  },
  S0203: { fix: '', wrong: '{{ $count(commits }}', right: '{{ $count(commits) }}' },
  S0204: { fix: '', wrong: '{{ !forced }}', right: '{{ $not(forced) }}' },
  S0207: { fix: '', wrong: '{{ pusher.name & }}', right: '{{ pusher.name & "!" }}' },
  T0410: {
    fix: 'Pass the type of value that the function expects. A missing or empty field is often the cause: test it first.',
    wrong: '{{ $uppercase(commits) }}',
    right: '{{ $uppercase(pusher.name) }}',
  },
  T1005: { fix: '', wrong: '{{ count(commits) }}', right: '{{ $count(commits) }}' },
  T1006: {
    fix: 'Check the function’s name in the list above.',
    wrong: '{{ $size(commits) }}',
    right: '{{ $count(commits) }}',
  },
  T2001: {
    fix: '',
    wrong: '{{ "Stars: " + repository.stargazers_count }}',
    right: '{{ "Stars: " & repository.stargazers_count }}',
  },
  T2002: {
    fix: '',
    wrong: '{{ repository.stargazers_count + " stars" }}',
    right: '{{ repository.stargazers_count & " stars" }}',
  },
  T2009: {
    fix: 'Compare values of the same type: convert text to a number with $number(…).',
    wrong: '{{ repository.stargazers_count > "100" }}',
    right: '{{ repository.stargazers_count > 100 }}',
  },
  T2010: { fix: 'Only numbers and text can be compared.', wrong: '{{ forced > 1 }}', right: '{{ forced = true }}' },
  D3030: {
    fix: 'The text is not a number; remove units and separators first.',
    wrong: '{{ $number("12 EUR") }}',
    right: '{{ $number($replace("12 EUR", " EUR", "")) }}',
  },
  D3137: { fix: 'The template raised this error with $error or $assert.', wrong: '{{ $error("Not for me") }}' },
};
