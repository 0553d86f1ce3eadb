import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' };

/** A name's addresses by type. A missing type has no addresses, and queries for `silent` types are never answered. */
export type Zone = Record<string, { A?: string[]; AAAA?: string[]; silent?: ('A' | 'AAAA')[] }>;

/** A name server (RFC 1035) on a loopback port with some names; all others do not exist. */
export const startNameServer = async (zone: Zone) => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, questionEnd } = questionIn(query);
    asked.push(`${type} ${name}`);
    const records = zone[name];
    if (records?.silent?.includes(type as 'A')) return;
    const question = query.subarray(12, questionEnd);
    const answers = (records?.[type as 'A'] ?? []).map((each) => record(each, type === 'A' ? 1 : 28));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // A response, with recursion desired and available; 3 means that the name does not exist.
    head.writeUInt16BE(0x8180 | (records ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    servers: [`127.0.0.1:${socket.address().port}`],
    /** The queries so far, such as `A example.com`. */
    asked,
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};

const questionIn = (query: Buffer) => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] ?? '', questionEnd: at + 5 };
};

/** The answer to the preceding question, to which it refers by a pointer. */
const record = (address: string, type: number): Buffer => {
  const data =
    type === 1
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(
          address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16)]),
        );
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};
