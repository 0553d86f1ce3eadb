import { SqsError, QueueDoesNotExistError } from "../../common/errors.js";
export function deleteMessage(body, store) {
    const queueUrl = body.QueueUrl;
    if (!queueUrl) {
        throw new SqsError("InvalidParameterValue", "QueueUrl is required");
    }
    const queue = store.getQueue(queueUrl);
    if (!queue) {
        throw new QueueDoesNotExistError();
    }
    const receiptHandle = body.ReceiptHandle;
    if (!receiptHandle) {
        throw new SqsError("MissingParameter", "The request must contain the parameter ReceiptHandle.");
    }
    // AWS doesn't error if the receipt handle is invalid/already deleted
    queue.deleteMessage(receiptHandle);
    return {};
}
