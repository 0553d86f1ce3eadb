/** The provider's later report about an email, by the tags it was sent with. */
export interface MailEvent {
  type: 'bounce' | 'complaint' | 'reject' | 'delivery';
  /** The address is dead or blocked, so further email is pointless. */
  permanent: boolean;
  tags: Record<string, string>;
  recipients: string[];
  /** The provider's words. */
  detail: string;
}
