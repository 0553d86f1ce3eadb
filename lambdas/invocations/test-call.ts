/** The user agent of a test call, by which its owner recognises it. */
export const TEST_AGENT = 'Tellhook-Test';

/** Marks a test call that keeps the user agent of the saved call. */
const TEST_HEADER = 'tellhook-test';

/** Adds the mark of a test call to the headers of a saved one. */
export const markTestCall = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  [TEST_HEADER]: 'saved sample',
});

/**
 * True for a test call by its owner. Anyone who knows the URL can send the same headers, so only harmless
 * decisions depend on them: a test call never changes an earlier message.
 * @param headers lower-case names
 */
export const isTestCall = (headers: Readonly<Record<string, string>>): boolean =>
  headers['user-agent'] === TEST_AGENT || TEST_HEADER in headers;
