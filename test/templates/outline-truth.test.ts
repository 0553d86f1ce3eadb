import { describe, expect, it } from 'vitest';
import { defaultMessage } from '../../lambdas/templates/default-message.ts';
import { outlineOf } from '../../lambdas/templates/outline/tell.ts';

/** What would be false is not said: when it is not known how something is meant, less is told. */
const lines = (payload: unknown) =>
  defaultMessage({ body: JSON.stringify(payload), contentType: 'application/json', webhookName: 'Shop' }).split('\n');
type Row = [what: string, payload: unknown, expected: string[]];
const rows = (cases: Row[]) => it.each(cases)('%s', (_, payload, expected) => expect(lines(payload)).toEqual(expected));

describe('money', () => {
  const paid = (fields: object) => ({ event: 'order.paid', order: { name: 'A1', ...fields } });
  rows([
    [
      'of a currency with thousandths',
      paid({ amount_cents: 12500, currency: 'KWD' }),
      ['Order A1 paid', 'Amount: 12.500 KWD'],
    ],
    [
      'of a currency without parts',
      paid({ amount_in_cents: 5000, currency: 'jpy' }),
      ['Order A1 paid', 'Amount: 5000 JPY'],
    ],
    ['that no state has issued', paid({ amount_cents: 1463, currency: 'BTC' }), ['Order A1 paid']],
    ['that no state has issued, in small letters', paid({ amount: 2500, currency: 'usdt' }), ['Order A1 paid']],
    [
      'that no state has issued, with its decimals',
      paid({ amount: '0.05', currency: 'BTC' }),
      ['Order A1 paid', 'Amount: 0.05 BTC'],
    ],
    [
      'is called by what it is of, not by its unit',
      paid({ total_btc: { cents: 1463, currency_iso: 'BTC' }, total_native: { cents: 1999, currency_iso: 'CAD' } }),
      ['Order A1 paid', 'Total native: 19.99 CAD'],
    ],
    [
      'is counted in one way in one call',
      {
        event: 'refund.created',
        data: {
          refund_amount: 5800,
          currency: 'NGN',
          transaction: { amount: 6000, currency: 'NGN', gateway_response: '' },
        },
      },
      ['Refund created', 'Refund amount: 58.00 NGN', 'Transaction amount: 60.00 NGN'],
    ],
    [
      'of an unknown unit beside one in cents',
      paid({ amount_cents: 5000, fee: 12, currency: 'EUR' }),
      ['Order A1 paid', 'Amount: 50.00 EUR'],
    ],
    ['that is none', paid({ tax_amount: '0.00', currency: 'USD' }), ['Order A1 paid']],
    [
      'in cents of nobody knows what',
      paid({ changes: { fee_cents: [100, 200] } }),
      ['Order A1 paid', 'Fee: 100 cents → 200 cents'],
    ],
  ]);
});

describe('a state', () => {
  rows([
    [
      'of a payment is not that of its refund',
      { event: 'refund.created', payment: { status: 'captured', amount: '20.00', currency: 'EUR' } },
      ['Refund created', 'Payment status: captured', 'Payment amount: 20.00 EUR'],
    ],
    [
      'of a charge is not that of its dispute',
      { event: 'dispute.created', dispute: { charge: { status: 'succeeded' } } },
      ['Dispute created', 'Charge status: succeeded'],
    ],
    [
      'of a ticket is not that of a note',
      { type: 'note.added', ticket: { subject: 'Printer', status: 'solved' } },
      ['Note added: Printer', 'Ticket status: solved'],
    ],
    [
      'of what the event names is its own',
      { event: 'ticket.updated', issue: { title: 'Printer', status: 'solved' } },
      ['Ticket Printer solved'],
    ],
  ]);

  it('of somebody is not that of what happened to them', () =>
    expect(lines({ event: 'email.sent', contact: { name: 'Ada Byron', status: 'blocked' } })).toEqual([
      'Email sent: Ada Byron',
    ]));

  it('of another makes nothing good', () =>
    expect(
      outlineOf({ body: JSON.stringify({ event: 'charge.failed', order: { status: 'completed' } }) }).severity,
    ).toBe('critical'));
});
