/** A report of the email service about an email, which is identified by its tags. */
export interface MailEvent {
  type: 'bounce' | 'complaint' | 'reject' | 'delivery';
  /** True if the address does not exist or is blocked, so further email is pointless. */
  permanent: boolean;
  tags: Record<string, string>;
  recipients: string[];
  /** The provider's message. */
  detail: string;
}
