/** What the page says where a terminal gets its key. */
export const keyRequestTexts = {
  title: 'Connect the command line',
  intro: 'Type the code that your terminal shows. What it asks for is an API key, and you choose what the key may.',
  code: 'Code',
  codeHint: 'Eight letters, such as BCDF-GHJK.',
  notACode: 'A code has eight letters.',
  unknown: 'There is no such code: it may be older than ten minutes, or answered. Run tellhook login again.',
  next: 'Continue',
  who: 'A program asks for a key',
  calledItself: 'Calls itself',
  from: 'Came from',
  asked: 'Asked',
  warning:
    'Allow this only if you have just run tellhook login yourself. Nobody from Tellhook, and no colleague, ever needs you to type a code of theirs.',
  allow: 'Allow',
  refuse: 'Refuse',
  done: {
    allowed: { title: 'Done', text: 'Your terminal has its key in a moment. You can close this page.' },
    refused: { title: 'Refused', text: 'The program gets no key.' },
  },
} as const;
