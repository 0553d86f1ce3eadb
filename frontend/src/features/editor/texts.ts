export const texts = {
  title: 'Editor',
  intro: 'Try a template on a real payload.',
  help: 'Template help',
  input: 'Input',
  template: 'Template',
  out: 'Out',
  render: 'Render',
  controls: 'Controls',
  saveBack: 'Save Back',
  saved: 'Success',
  savedDetail: 'Saved Template',
  from: 'From',
  characters: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`,
  nothing: 'The message appears here.',
  rendered: 'Rendered',
  failed: 'Failed',
  at: (line: number, column: number) => `Line ${line}, column ${column}`,
  copy: 'Copy message',
  copied: 'Message copied to Clipboard',
} as const;

export const exampleBody = `{
  "repository": "shop-api",
  "environment": "production",
  "status": "succeeded",
  "duration": 75
}`;

export const exampleTemplate = 'Deployed {{ repository }} to {{ environment }}: {{ status }} in {{ duration }} s';
