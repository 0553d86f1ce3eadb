/** Texts for the page where a user gives a terminal its key. */
export const keyRequestTexts = {
  title: 'Connect the command line',
  intro: 'Enter the code from your terminal. The terminal asks for an API key, and you choose its scopes.',
  code: 'Code',
  codeHint: 'Eight letters, such as BCDF-GHJK.',
  notACode: 'A code has eight letters.',
  unknown: 'This code is unknown, already used, or older than ten minutes. Run tellhook login again.',
  next: 'Continue',
  who: 'A program is requesting a key',
  calledItself: 'Name',
  from: 'IP address',
  asked: 'Requested',
  warning: 'Allow this only if you just ran tellhook login yourself. Never enter a code that someone else gave you.',
  allow: 'Allow',
  refuse: 'Deny',
  done: {
    allowed: { title: 'Done', text: 'Your terminal will receive its key in a moment. You can close this page.' },
    refused: { title: 'Denied', text: 'The program will not receive a key.' },
  },
} as const;
