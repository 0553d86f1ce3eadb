import { describe, expect, it } from 'vitest';
import { defaultMessage, linesOf } from '../support/outlines.ts';

/* Events of senders without a ready-made template, and their messages. */

describe('the object', () => {
  it('is the XML element that contains everything', () => {
    const body =
      '<payment_failed_notification><payment><note>Card expired</note></payment></payment_failed_notification>';
    expect(defaultMessage({ body, contentType: 'application/xml', webhookName: 'Shop' })).toMatch(/^Payment failed/);
    const asForm = { body: `<?xml version="1.0"?>${body}`, contentType: 'application/x-www-form-urlencoded' };
    expect(defaultMessage({ ...asForm, webhookName: 'Shop' })).toMatch(/^Payment failed/);
  });

  it('follows a command, also if it can be a verb', () =>
    expect(linesOf({ hook: 'publish_post', post_title: 'Spring' })[0]).toBe('Post Spring published'));
});

describe('a short text next to a state', () => {
  it.each([
    ['Build 7 failed', 'failed', 'Build 7 failed'],
    ['Server down', 'down', 'Server down'],
    ['Disk full', 'error', 'Failed: Disk full'],
    ['Backup done', 'success', 'Succeeded: Backup done'],
  ])('is the headline, with the state unless the text says it: %s, %s', (text, status, headline) => {
    expect(linesOf({ text, status })).toEqual([headline]);
    expect(linesOf({ status, message: text })).toEqual([headline]);
  });

  it('has the state in brackets after the place', () =>
    expect(linesOf({ project: { name: 'shop' }, text: 'Deploy a1b2c3d4', status: 'success' })[0]).toBe(
      'shop: Deploy a1b2c3d4 (succeeded)',
    ));
});

describe('the answers of a form', () => {
  it('have their questions as labels, if the form builder names them by their fields', () => {
    const fields = {
      mail: { title: 'Email', value: 'ann@example.com' },
      text: { title: 'Question', value: 'Norway?' },
    };
    const meta = { date: { title: 'Date', value: '1 January 2024' } };
    expect(linesOf({ form: { name: 'Contact' }, fields, meta })).toEqual([
      'Contact',
      'Email: ann@example.com',
      'Question: Norway?',
    ]);
  });

  it('have no numbers, if they are a text in Jotform’s call', () => {
    const rawRequest = JSON.stringify({ slug: 'submit/1', q3_name: { first: 'Ann', last: 'Lee' }, q4_size: 'M' });
    const pretty = 'Name:Ann Lee, Size:M';
    expect(linesOf({ formID: '1', formTitle: 'Shirts', pretty, rawRequest })).toEqual([
      'Shirts: form response',
      'Name: Ann Lee',
      'Size: M',
    ]);
  });
});

describe('omitted values', () => {
  it('a PIN', () =>
    expect(linesOf({ event: 'login.challenge', user: 'ada', pin: '9911' }).join()).not.toContain('9911'));

  it('a search term is omitted', () => {
    expect(linesOf({ event: 'parcel.shipped', tracking_number: 'JD014600003828392838' })).toContain(
      'Tracking number: JD014600003828392838',
    );
  });

  it('a country of a person is omitted', () => {
    expect(
      linesOf({
        event: 'charge.succeeded',
        charge: { amount: '20.00', currency: 'chf', card: { country: 'CH', zip: '8000' } },
      }),
    ).toContain('Card country: CH');
  });

  it('the available answers are omitted', () => {
    const fields = [
      { label: 'Colour', value: ['x1'], options: [{ id: 'x1', text: 'Blue' }] },
      { label: 'Size', value: 'L' },
    ];
    expect(linesOf({ eventType: 'FORM_RESPONSE', data: { formName: 'Survey', fields } })).toContain('Colour: Blue');
  });
});
