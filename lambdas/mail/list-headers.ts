/**
 * Headers for email that its recipient can stop. Email programs show a button and unsubscribe with one POST (RFC 8058).
 */
export const listHeaders = (stop: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
});
