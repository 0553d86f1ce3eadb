/**
 * Headers of emails that the recipient can stop. With them, email programs show an unsubscribe button, which sends one
 * POST (RFC 8058).
 */
export const listHeaders = (stop: string): Record<string, string> => ({
  'List-Unsubscribe': `<${stop}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  'Auto-Submitted': 'auto-generated',
});
