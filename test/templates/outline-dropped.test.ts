import { describe } from 'vitest';
import { rows } from '../support/outlines.ts';

/* Content that default messages used to omit. Each fix is tested with several unrelated bodies. */

describe('an event named in the body', () => {
  rows([
    [
      'goes before a header that names the kind of message',
      { event: 'invoice.overdue', invoice: { number: 'INV-7', total: '12.00', currency: 'EUR' } },
      ['Invoice INV-7 is overdue', 'Total: 12.00 EUR'],
      { 'x-acme-event': 'notification' },
    ],
    [
      'goes before a header that names the thing',
      { event_type: 'sensor.offline', sensor: { name: 'Cellar' } },
      ['Sensor Cellar is offline'],
      { 'x-vendor-topic': 'device' },
    ],
    [
      'goes before a header that names the same thing',
      { event: 'order.cancelled', order: { number: '7' } },
      ['Order #7 cancelled'],
      { 'x-shop-event': 'order' },
    ],
    [
      'goes before the word of a build server',
      { type: 'build_failed', build: { name: 'web' } },
      ['Build web failed'],
      { 'x-ci-event': 'build' },
    ],
  ]);
});

describe('a small body is shown in full, with ids named by their objects', () => {
  rows([
    ['of a pump', { event: 'level.low', pump: { id: 7 }, tank: { id: 2 } }, ['Level low', 'Pump ID: 7', 'Tank ID: 2']],
    [
      'of a seat',
      { event: 'seat.taken', room_id: 12, seat_id: 'B4', person: { id: 3 } },
      ['Seat taken', 'Seat ID: B4', 'Room ID: 12', 'Person ID: 3'],
    ],
    [
      'of a badge',
      { type: 'badge.awarded', user_id: 88, badge_id: 5, points: 30 },
      ['Badge awarded', 'Points: 30', 'Badge ID: 5', 'User ID: 88'],
    ],
    [
      'of a printer',
      { event: 'print.done', printer: { id: 'p-3' }, job: { id: 991, pages: 4 }, paper: 'A4' },
      ['Print done', 'Pages: 4', 'Paper: A4', 'Printer ID: p-3', 'Job ID: 991'],
    ],
    [
      'of a vote',
      { event: 'vote.cast', poll: { id: 5 }, option: { id: 2 }, weight: 1 },
      ['Vote cast', 'Weight: 1', 'Poll ID: 5', 'Option ID: 2'],
    ],
    [
      'but no secret, moment or address of a program',
      {
        event: 'lamp.paired',
        lamp: { id: 9 },
        api_key: 'abcdef123456',
        at: 1767225600,
        callback_url: 'https://api.example/x',
      },
      ['Lamp paired', 'Lamp ID: 9'],
    ],
  ]);
});

describe('a list of one', () => {
  rows([
    [
      'is a guest with both names',
      { event: 'stay.booked', guests: [{ first_name: 'Ann', last_name: 'Hill' }] },
      ['Stay booked', 'Guest: Ann Hill'],
    ],
    [
      'is a teacher',
      { event: 'lesson.cancelled', lesson: { title: 'Piano', teachers: [{ given_name: 'Eve', family_name: 'Low' }] } },
      ['Lesson Piano cancelled', 'Teacher: Eve Low'],
    ],
    [
      'is an item',
      { event: 'order.paid', order: { number: 'A1', items: [{ title: 'Tea', quantity: 2 }] } },
      ['Order A1 paid', 'Item: 2 × Tea'],
    ],
    [
      'as first and last name are one',
      { event: 'donation.made', donor: { first: 'Ann', last: 'Hill' }, amount: '5.00', currency: 'EUR' },
      ['Donation made: Ann Hill', 'Amount: 5.00 EUR'],
    ],
  ]);
});

describe('adjacent numbers are measurements and come before attributes', () => {
  rows([
    [
      'of a sensor',
      { device: 'cellar', temperature: 21.5, humidity: 40, co2: 612, model: 'TX9', location: 'Hall' },
      ['Device: cellar', 'Temperature: 21.5', 'Humidity: 40', 'Co2: 612', 'Model: TX9', 'Location: Hall'],
    ],
    [
      'of a host',
      { event: 'load.report', host: 'db1', tier: 'gold', cpu: 81, memory: 63, disk: 40 },
      ['Load report: db1', 'CPU: 81', 'Memory: 63', 'Disk: 40', 'Tier: gold'],
    ],
    [
      'of the weather',
      { type: 'weather', city: 'Oslo', wind: 7.2, rain: 0.4, pressure: 1009 },
      ['Weather', 'Wind: 7.2', 'Rain: 0.4', 'Pressure: 1009', 'City: Oslo'],
    ],
    [
      'of the air',
      { event: 'reading', operator: 'City', values: { pm25: 12, pm10: 20, no2: 7 } },
      ['Reading', 'Pm25: 12', 'Pm10: 20', 'No2: 7', 'Operator: City'],
    ],
    [
      'and not where they identify, place or pay',
      { event: 'order.paid', order: { name: 'A1', total: 30, tax: 3, fee: 4, carrier: 'Post' } },
      ['Order A1 paid', 'Total: 30', 'Tax: 3', 'Carrier: Post'],
    ],
  ]);
});

describe('an event on a list', () => {
  rows([
    [
      'has the names of what was played',
      { event: 'tracks.played', tracks: [{ title: 'Blue' }, { title: 'Red' }], device: 'Kitchen' },
      ['Track played: Blue, Red', 'Device: Kitchen'],
    ],
    [
      'has the names of who joined',
      { type: 'participants.joined', participants: [{ name: 'Ann' }, { name: 'Bob' }] },
      ['Participant joined: Ann, Bob'],
    ],
    [
      'has the names of files',
      { event: 'files.uploaded', data: { files: ['a.txt', 'b.txt'] } },
      ['File uploaded: a.txt, b.txt'],
    ],
    [
      'has the name of the one',
      { event: 'attachment.added', attachments: [{ file_name: 'plan.pdf' }], card: { title: 'House' } },
      ['Attachment added: plan.pdf', 'Card: House'],
    ],
  ]);
});

describe('an identity, by an id of another system or by a wallet', () => {
  const [one, other] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'];
  rows([
    [
      'a customer',
      { event: 'payment.received', external_customer_id: 'C-1042', amount: '9.00', currency: 'EUR' },
      ['Payment received', 'Amount: 9.00 EUR', 'External customer: C-1042'],
    ],
    [
      'a user',
      { event: 'subscription.cancelled', externalUserId: 'ann-77', plan: 'Pro' },
      ['Subscription cancelled', 'External user: ann-77', 'Plan: Pro'],
    ],
    [
      'an account',
      { event: 'user.scored', external_account_id: 'A-9', score: 71 },
      ['User scored', 'Score: 71', 'External account: A-9'],
    ],
    [
      'two purses',
      { event: 'transfer.confirmed', from: one, to: other, value: '1.5', asset: 'ETH' },
      ['Transfer confirmed', 'Value: 1.5', 'From: 0x5290…9EE7', 'To: 0x8617…070D', 'Asset: ETH'],
    ],
    [
      'a purse that sold',
      { type: 'piece.sold', seller: one, piece: { title: 'Ape 7' } },
      ['Piece Ape 7 sold', 'Seller: 0x5290…9EE7'],
    ],
  ]);
});

describe('answers come before the person who answered', () => {
  rows([
    [
      'a rating',
      { event: 'survey.answered', customer: { name: 'Ann' }, channel: 'web', campaign: 'Spring', rating: 4 },
      ['Survey answered: Ann', 'Rating: 4', 'Channel: web', 'Campaign: Spring'],
    ],
    [
      'a score',
      { event: 'quiz.finished', student: 'Ann', school: 'North', teacher: 'Low', score: 18 },
      ['Quiz finished', 'Score: 18', 'Student: Ann', 'School: North', 'Teacher: Low'],
    ],
    [
      'stars',
      { event: 'review.posted', product: 'Tea', store: 'Oslo', stars: 2, body: 'Cold', platform: 'web' },
      ['Review posted: Tea', 'Cold', 'Stars: 2', 'Store: Oslo', 'Platform: web'],
    ],
    [
      'how somebody felt',
      {
        event: 'feedback.sent',
        user: { name: 'Bob', role: 'dev' },
        os: 'Linux',
        sentiment: 'negative',
        answer: 'Too slow',
      },
      ['Feedback sent: Bob', 'Too slow', 'Sentiment: negative', 'OS: Linux'],
    ],
  ]);
});
