import { SqsError, QueueDoesNotExistError } from "../../common/errors.js";
export function getQueueAttributes(body, store) {
    const queueUrl = body.QueueUrl;
    if (!queueUrl) {
        throw new SqsError("InvalidParameterValue", "QueueUrl is required");
    }
    const queue = store.getQueue(queueUrl);
    if (!queue) {
        throw new QueueDoesNotExistError();
    }
    const attributeNames = body.AttributeNames ?? ["All"];
    const attributes = queue.getAllAttributes(attributeNames);
    return { Attributes: attributes };
}
