import { describe, expect, it } from 'vitest';
import { linesOf } from '../support/outlines.ts';

const NOUNS = ['order', 'visit', 'parcel', 'lesson', 'claim'];

describe('noise', () => {
  it.each(NOUNS)('an id in another system that is empty or a placeholder: %s', (noun) => {
    for (const id of [null, 'null', 'string'])
      expect(linesOf({ event: `${noun}.closed`, [noun]: { name: 'North', external_id: id } })).toEqual([
        expect.stringContaining('North'),
      ]);
  });

  it.each(['last_updated_by', 'created_by', 'owner', 'assignee'])('a number instead of a person: %s', (field) => {
    for (const id of [7, 123, 599, 2147])
      expect(linesOf({ event: 'order.closed', order: { name: 'North', [field]: id } }).join()).not.toContain(`${id}`);
  });

  it.each(['country', 'billing_country'])('the code of a country that is named: %s', (field) => {
    const said = linesOf({ event: 'order.closed', order: { name: 'N 7', [`${field}_code`]: 'NO', [field]: 'Norway' } });
    expect(said.join('\n')).not.toMatch(/: NO$/m);
    expect(said.join('\n')).toContain('Norway');
  });

  it.each(['highlights', 'outline', 'abstract'])('a second copy of a text, cut or as a list: %s', (field) => {
    const text = 'The buyer asked for a later delivery, because nobody is at home before noon. '.repeat(4).trim();
    expect(linesOf({ event: 'order.flagged', order: { name: 'N 7', message: text, [field]: text } })).toHaveLength(2);
    const parts = ['The buyer called', 'Nobody is at home', 'A later day is fine'];
    const said = linesOf({
      event: 'order.closed',
      order: { name: 'N 7', message: `${parts.join('. ')}.`, [field]: parts },
    });
    expect(said).toHaveLength(2);
  });

  it.each(['maybe_later', 'partially_paid', 'on_hold'])(
    'a state that the headline says in other words: %s',
    (state) => {
      for (const said of [state, state.toUpperCase(), state.replace('_', '-')])
        expect(linesOf({ event: `order_${state}`, order: { name: 'North', decision: said } })).toHaveLength(1);
    },
  );

  it('a time that is also the time of creation', () => {
    const at = '2024-05-19T13:58:26.528Z';
    expect(
      linesOf({ event: 'visit.created', visit: { name: 'A 100', created: at, bookingTime: at } }).join(),
    ).not.toMatch(/13:58/);
    expect(linesOf({ event: 'visit.created', visit: { name: 'A 100', created: at, start_time: at } }).join()).toMatch(
      /13:58/,
    );
  });

  it('an empty element of XML', () =>
    expect(linesOf({ event: 'order.closed', order: { name: 'North', remark: '<data />' } })).toHaveLength(1));
});

describe('the only thing that identifies a call', () => {
  it.each(NOUNS)('is shown, even if it can be the event’s: %s', (noun) => {
    const id = '8a5f3ea6-ea6b-4425-8a87-3c256bb7b6f9';
    expect(linesOf({ id, event: `${noun}.created` })[1]).toMatch(/ID: 8a5f3ea6…$/);
    expect(linesOf({ ids: ['6913232000583260'], event: `${noun}.created`, channel_id: '1722705400' }).slice(1)).toEqual(
      [expect.stringMatching(/ID: 6913232000583260$/)],
    );
  });

  it.each(NOUNS)('names what a bare verb is about: %s', (noun) =>
    expect(linesOf({ type: 'CLOSE', body: { [`${noun}_id`]: '27c75cab-a0b8-9da2-bc07-6d7253e0e13f' } })[0]).toMatch(
      new RegExp(`^${noun} closed$`, 'i'),
    ),
  );
});

describe('an event', () => {
  it.each(NOUNS)('that is new was created: %s', (noun) => {
    for (const event of [`${noun}.new`, `${noun}:new`, `${noun}_new`])
      expect(linesOf({ event, [noun]: { name: 'North' } })[0]).toMatch(new RegExp(`^${noun} North created$`, 'i'));
  });

  it('can be the id of its type', () =>
    expect(
      linesOf({ event_type: { id: 'parcel.lost', object: 'event_type' }, body: { description: 'Box of tea' } })[0],
    ).toBe('Parcel lost: Box of tea'));

  it('is not done by the person in a parcel’s sender address', () =>
    expect(
      linesOf({
        event: 'parcel.created',
        parcel: { description: 'Tea', to: { name: 'Ann' }, from: { name: 'Bob' } },
      })[0],
    ).not.toContain('Bob'));
});

describe('the telling value', () => {
  it.each(['transcript', 'transcription', 'transcript_text'])('is what was said, however deep it lies: %s', (field) => {
    for (const wrap of [
      (said: object) => ({ results: { channels: [{ alternatives: [said] }] } }),
      (said: object) => ({ contact: { name: 'Ann', answers: [{ type: 'poll' }, said] } }),
    ])
      expect(
        linesOf({ duration: 120.5, ...wrap({ [field]: 'Bring the red chairs.', confidence: 0.9 }) }).join(),
      ).toMatch(/: Bring the red chairs\./);
  });

  it.each(['sender', 'recipient'])('is in the object of a state: %s', (field) => {
    const status = {
      id: 'e48d3e71-264e-4afb-9c06-edec1f0bb9d4',
      type: 'SMS',
      message_ref: 'June news',
      [field]: '61400000000',
      status: 'SENT',
    };
    expect(linesOf({ event_type: 'SMS_STATUS', status })).toEqual([
      'SMS sent',
      'Message ref: June news',
      expect.stringMatching(/: 61400000000$/),
    ]);
  });
});

describe('a link', () => {
  it('never leads to a picture, a shop’s checkout or an interface for programs', () => {
    for (const beside of [
      { image: { original_url: 'http://pics.example/2560/1920' } },
      { direct_link: 'https://shop.example/demo/checkout/plan_7' },
      { server_url: 'https://na1.example.com/services/Soap/c/41.0/7' },
    ])
      expect(linesOf({ event: 'note.created', note: { title: 'Spring', ...beside } }).join()).not.toContain('http');
  });
});
