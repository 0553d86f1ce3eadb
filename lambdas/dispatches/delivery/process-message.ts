import type { Receipt } from '../../model/dispatch-ports.ts';
import type { DispatchMessage, EndMessage, WakeUp } from '../../model/lane-message.ts';
import type { MessageDisposition } from '../../platform/message-disposition.ts';
import type { DeliveryPorts } from '../ports.ts';
import { deliver } from './deliver.ts';
import { drainWaitingList } from './drain-waiting-list.ts';
import { showEnd } from './show-end.ts';

/**
 * Processes a lane message that concerns dispatches.
 * @throws if the table cannot be reached; the message then stays in the queue
 */
export const processMessage = (
  message: DispatchMessage | EndMessage | WakeUp,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  switch (message.kind) {
    case 'dispatch':
      return deliver(message, receipt, ports);
    case 'end':
      return showEnd(message, receipt, ports);
    case 'wake-up':
      return drainWaitingList(message, receipt, ports);
  }
};
