import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { tableStandIn } from './tables.ts';

const test = tableStandIn();

it('the local database keeps an item, and only in its table', async () => {
  const Item = { pk: 'a', sk: 'b', n: 1 };
  await test.table.client.send(new PutCommand({ TableName: test.table.name, Item }));
  const read = (TableName: string) => test.table.client.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' } }));
  expect((await read(test.table.name)).Item).toEqual(Item);
  expect((await read((await test.another()).name)).Item).toBeUndefined();
});
