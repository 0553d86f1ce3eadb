import { SqsError, QueueDoesNotExistError } from "../../common/errors.js";
import { md5, md5OfMessageAttributes } from "../../common/md5.js";
import { SqsStore as SqsStoreClass } from "../sqsStore.js";
import { INVALID_MESSAGE_BODY_CHAR, SQS_MAX_MESSAGE_SIZE_BYTES, VALID_BATCH_ENTRY_ID, calculateMessageSize, } from "../sqsTypes.js";
export function sendMessageBatch(body, store) {
    const queueUrl = body.QueueUrl;
    if (!queueUrl) {
        throw new SqsError("InvalidParameterValue", "QueueUrl is required");
    }
    const queue = store.getQueue(queueUrl);
    if (!queue) {
        throw new QueueDoesNotExistError();
    }
    const entries = body.Entries ?? [];
    if (entries.length === 0) {
        throw new SqsError("EmptyBatchRequest", "The batch request doesn't contain any entries.");
    }
    if (entries.length > 10) {
        throw new SqsError("TooManyEntriesInBatchRequest", "Maximum number of entries per request are 10.");
    }
    // Check for duplicate IDs and validate entry IDs
    const ids = new Set();
    for (const entry of entries) {
        if (!VALID_BATCH_ENTRY_ID.test(entry.Id)) {
            throw new SqsError("InvalidBatchEntryId", `A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.`);
        }
        if (ids.has(entry.Id)) {
            throw new SqsError("BatchEntryIdsNotDistinct", "Two or more batch entries in the request have the same Id.");
        }
        ids.add(entry.Id);
    }
    // Check total batch size across all entries
    let totalBatchSize = 0;
    for (const entry of entries) {
        totalBatchSize += calculateMessageSize(entry.MessageBody, entry.MessageAttributes ?? {});
    }
    if (totalBatchSize > SQS_MAX_MESSAGE_SIZE_BYTES) {
        throw new SqsError("BatchRequestTooLong", `Batch requests cannot be longer than ${SQS_MAX_MESSAGE_SIZE_BYTES} bytes.`);
    }
    const isFifo = queue.isFifo();
    const contentBasedDedup = queue.attributes.ContentBasedDeduplication === "true";
    const successful = [];
    const failed = [];
    for (const entry of entries) {
        if (INVALID_MESSAGE_BODY_CHAR.test(entry.MessageBody)) {
            failed.push({
                Id: entry.Id,
                SenderFault: true,
                Code: "InvalidMessageContents",
                Message: "Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF and #xE000 to #xFFFD.",
            });
            continue;
        }
        const maxMessageSize = parseInt(queue.attributes.MaximumMessageSize);
        const totalSize = calculateMessageSize(entry.MessageBody, entry.MessageAttributes ?? {});
        if (totalSize > maxMessageSize) {
            failed.push({
                Id: entry.Id,
                SenderFault: true,
                Code: "InvalidParameterValue",
                Message: `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageSize} bytes.`,
            });
            continue;
        }
        if (isFifo) {
            // FIFO validations
            if (!entry.MessageGroupId) {
                failed.push({
                    Id: entry.Id,
                    SenderFault: true,
                    Code: "MissingParameter",
                    Message: "The request must contain the parameter MessageGroupId.",
                });
                continue;
            }
            if (entry.DelaySeconds !== undefined && entry.DelaySeconds !== 0) {
                failed.push({
                    Id: entry.Id,
                    SenderFault: true,
                    Code: "InvalidParameterValue",
                    Message: `Value ${entry.DelaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`,
                });
                continue;
            }
            let dedupId = entry.MessageDeduplicationId;
            if (!dedupId) {
                if (contentBasedDedup) {
                    dedupId = SqsStoreClass.contentBasedDeduplicationId(entry.MessageBody);
                }
                else {
                    failed.push({
                        Id: entry.Id,
                        SenderFault: true,
                        Code: "InvalidParameterValue",
                        Message: "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly.",
                    });
                    continue;
                }
            }
            // Check deduplication
            const dedupResult = queue.checkDeduplication(dedupId);
            if (dedupResult.isDuplicate) {
                const result = {
                    Id: entry.Id,
                    MessageId: dedupResult.originalMessageId,
                    MD5OfMessageBody: md5(entry.MessageBody),
                    SequenceNumber: dedupResult.originalSequenceNumber,
                };
                const attrsDigest = md5OfMessageAttributes(entry.MessageAttributes ?? {});
                if (attrsDigest) {
                    result.MD5OfMessageAttributes = attrsDigest;
                }
                successful.push(result);
                continue;
            }
            const queueDelay = parseInt(queue.attributes.DelaySeconds);
            const msg = SqsStoreClass.createMessage(entry.MessageBody, entry.MessageAttributes ?? {}, queueDelay > 0 ? queueDelay : undefined, entry.MessageGroupId, dedupId);
            msg.sequenceNumber = queue.nextSequenceNumber();
            queue.recordDeduplication(dedupId, msg.messageId, msg.sequenceNumber);
            queue.enqueue(msg);
            const result = {
                Id: entry.Id,
                MessageId: msg.messageId,
                MD5OfMessageBody: msg.md5OfBody,
                SequenceNumber: msg.sequenceNumber,
            };
            if (msg.md5OfMessageAttributes) {
                result.MD5OfMessageAttributes = msg.md5OfMessageAttributes;
            }
            successful.push(result);
        }
        else {
            // Standard queue
            const delaySeconds = entry.DelaySeconds ?? parseInt(queue.attributes.DelaySeconds);
            const msg = SqsStoreClass.createMessage(entry.MessageBody, entry.MessageAttributes ?? {}, delaySeconds > 0 ? delaySeconds : undefined);
            queue.enqueue(msg);
            const result = {
                Id: entry.Id,
                MessageId: msg.messageId,
                MD5OfMessageBody: msg.md5OfBody,
            };
            if (msg.md5OfMessageAttributes) {
                result.MD5OfMessageAttributes = msg.md5OfMessageAttributes;
            }
            successful.push(result);
        }
    }
    return { Successful: successful, Failed: failed };
}
