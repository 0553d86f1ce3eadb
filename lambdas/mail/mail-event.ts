/** What the mail provider reports later about a mail, by the tags it was sent with. */
export interface MailEvent {
  type: 'bounce' | 'complaint' | 'reject' | 'delivery';
  /** The address is dead or blocked, so that further mail is pointless. */
  permanent: boolean;
  tags: Record<string, string>;
  recipients: string[];
  /** The provider's words. */
  detail: string;
}
