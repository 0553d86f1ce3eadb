import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { tableStandIn } from './tables.ts';

const test = tableStandIn();

it('keeps what is put, and only in the table where it was put', async () => {
  const Item = { pk: 'a', sk: 'b', n: 1 };
  await test.table.client.send(new PutCommand({ TableName: test.table.name, Item }));
  const read = (TableName: string) => test.table.client.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' } }));
  expect((await read(test.table.name)).Item).toEqual(Item);
  expect((await read((await test.another()).name)).Item).toBeUndefined();
});
