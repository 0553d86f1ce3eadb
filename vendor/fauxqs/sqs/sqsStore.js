import { randomUUID, createHash } from "node:crypto";
import { FifoMap } from "toad-cache";
import { md5, md5OfMessageAttributes } from "../common/md5.js";
import { DEFAULT_ACCOUNT_ID } from "../common/types.js";
import { DEFAULT_QUEUE_ATTRIBUTES, ALL_ATTRIBUTE_NAMES } from "./sqsTypes.js";
import { settings } from "../settings.js";
const DEDUP_WINDOW_MS = 5 * 60 * 1000; // 5 minutes
const DEDUP_CACHE_MAX_SIZE = 10_000;
const DEFAULT_FIFO_GROUP_ID = "__default";
export class SqsQueue {
    name;
    url;
    arn;
    createdTimestamp;
    lastModifiedTimestamp;
    attributes;
    tags;
    messages = [];
    inflightMessages = new Map();
    delayedMessages = [];
    pollWaiters = [];
    pollTimer;
    spy;
    persistence;
    // FIFO-specific fields
    fifoMessages = new Map();
    fifoDelayed = new Map();
    fifoLockedGroups = new Map();
    deduplicationCache = new FifoMap(DEDUP_CACHE_MAX_SIZE, DEDUP_WINDOW_MS);
    sequenceCounter = 0;
    constructor(name, url, arn, attributes, tags) {
        this.name = name;
        this.url = url;
        this.arn = arn;
        const now = Math.floor(settings.now() / 1000);
        this.createdTimestamp = now;
        this.lastModifiedTimestamp = now;
        this.attributes = { ...DEFAULT_QUEUE_ATTRIBUTES, ...attributes };
        this.tags = new Map(tags ? Object.entries(tags) : []);
    }
    isFifo() {
        return this.attributes.FifoQueue === "true";
    }
    getAllAttributes(requested) {
        const names = requested.includes("All")
            ? ALL_ATTRIBUTE_NAMES
            : requested;
        const result = {};
        for (const name of names) {
            const value = this.getAttribute(name);
            if (value !== undefined) {
                result[name] = value;
            }
        }
        return result;
    }
    getAttribute(name) {
        switch (name) {
            case "QueueArn":
                return this.arn;
            case "ApproximateNumberOfMessages":
                if (this.isFifo()) {
                    let total = 0;
                    for (const msgs of this.fifoMessages.values()) {
                        total += msgs.length;
                    }
                    return String(total);
                }
                return String(this.messages.length);
            case "ApproximateNumberOfMessagesNotVisible":
                return String(this.inflightMessages.size);
            case "ApproximateNumberOfMessagesDelayed":
                if (this.isFifo()) {
                    let total = 0;
                    for (const msgs of this.fifoDelayed.values()) {
                        total += msgs.length;
                    }
                    return String(total);
                }
                return String(this.delayedMessages.length);
            case "CreatedTimestamp":
                return String(this.createdTimestamp);
            case "LastModifiedTimestamp":
                return String(this.lastModifiedTimestamp);
            case "SqsManagedSseEnabled":
                return this.attributes.SqsManagedSseEnabled ?? "true";
            default:
                return this.attributes[name];
        }
    }
    setAttributes(attrs) {
        Object.assign(this.attributes, attrs);
        // Empty RedrivePolicy clears the DLQ association
        if (attrs.RedrivePolicy === "") {
            delete this.attributes.RedrivePolicy;
        }
        this.lastModifiedTimestamp = Math.floor(settings.now() / 1000);
        this.persistence?.updateQueueAttributes(this.name, this.attributes, this.lastModifiedTimestamp);
    }
    enqueue(msg) {
        if (this.spy) {
            this.spy.addMessage({
                service: "sqs",
                queueName: this.name,
                messageId: msg.messageId,
                body: msg.body,
                messageAttributes: msg.messageAttributes,
                status: "published",
                timestamp: settings.now(),
            });
        }
        this.persistence?.insertMessage(this.name, msg);
        if (this.isFifo()) {
            const groupId = msg.messageGroupId ?? DEFAULT_FIFO_GROUP_ID;
            if (msg.delayUntil && msg.delayUntil > settings.now()) {
                const group = this.fifoDelayed.get(groupId) ?? [];
                group.push(msg);
                this.fifoDelayed.set(groupId, group);
            }
            else {
                const group = this.fifoMessages.get(groupId) ?? [];
                group.push(msg);
                this.fifoMessages.set(groupId, group);
                this.notifyWaiters();
            }
            return;
        }
        if (msg.delayUntil && msg.delayUntil > settings.now()) {
            this.delayedMessages.push(msg);
        }
        else {
            this.messages.push(msg);
            this.notifyWaiters();
        }
    }
    dequeue(maxCount, visibilityTimeoutOverride, dlqResolver) {
        if (this.isFifo()) {
            return this.dequeueFifo(maxCount, visibilityTimeoutOverride, dlqResolver);
        }
        this.processTimers();
        const visibilityTimeout = visibilityTimeoutOverride ?? parseInt(this.attributes.VisibilityTimeout);
        // Parse RedrivePolicy for DLQ
        let maxReceiveCount = Infinity;
        let dlqArn;
        if (this.attributes.RedrivePolicy) {
            try {
                const policy = JSON.parse(this.attributes.RedrivePolicy);
                maxReceiveCount = policy.maxReceiveCount ?? Infinity;
                dlqArn = policy.deadLetterTargetArn;
            }
            catch {
                // Invalid policy, ignore
            }
        }
        const count = Math.min(maxCount, this.messages.length, 10);
        const result = [];
        let collected = 0;
        while (collected < count && this.messages.length > 0) {
            const msg = this.messages.shift();
            if (!msg)
                break;
            msg.approximateReceiveCount++;
            if (!msg.approximateFirstReceiveTimestamp) {
                msg.approximateFirstReceiveTimestamp = settings.now();
            }
            // DLQ check: if exceeded maxReceiveCount, move to DLQ
            if (dlqArn && dlqResolver && msg.approximateReceiveCount > maxReceiveCount) {
                const dlq = dlqResolver(dlqArn);
                if (dlq) {
                    if (this.spy) {
                        this.spy.addMessage({
                            service: "sqs",
                            queueName: this.name,
                            messageId: msg.messageId,
                            body: msg.body,
                            messageAttributes: msg.messageAttributes,
                            status: "dlq",
                            timestamp: settings.now(),
                        });
                    }
                    // Persistence: delete from this queue (dlq.enqueue will insert into DLQ)
                    this.persistence?.deleteMessage(msg.messageId);
                    dlq.enqueue(msg);
                    continue;
                }
            }
            const receiptHandle = randomUUID();
            const visibilityDeadline = settings.now() + visibilityTimeout * 1000;
            this.inflightMessages.set(receiptHandle, {
                message: msg,
                receiptHandle,
                visibilityDeadline,
            });
            this.persistence?.updateMessageInflight(msg.messageId, receiptHandle, visibilityDeadline, msg.approximateReceiveCount, msg.approximateFirstReceiveTimestamp);
            const received = {
                MessageId: msg.messageId,
                ReceiptHandle: receiptHandle,
                MD5OfBody: msg.md5OfBody,
                Body: msg.body,
            };
            if (msg.md5OfMessageAttributes) {
                received.MD5OfMessageAttributes = msg.md5OfMessageAttributes;
            }
            if (Object.keys(msg.messageAttributes).length > 0) {
                received.MessageAttributes = msg.messageAttributes;
            }
            result.push(received);
            collected++;
        }
        return result;
    }
    dequeueFifo(maxCount, visibilityTimeoutOverride, dlqResolver) {
        this.processTimers();
        const visibilityTimeout = visibilityTimeoutOverride ?? parseInt(this.attributes.VisibilityTimeout);
        // Parse RedrivePolicy for DLQ
        let maxReceiveCount = Infinity;
        let dlqArn;
        if (this.attributes.RedrivePolicy) {
            try {
                const policy = JSON.parse(this.attributes.RedrivePolicy);
                maxReceiveCount = policy.maxReceiveCount ?? Infinity;
                dlqArn = policy.deadLetterTargetArn;
            }
            catch {
                // Invalid policy, ignore
            }
        }
        const result = [];
        const count = Math.min(maxCount, 10);
        const { searched } = settings;
        let total = this.inflightMessages.size;
        for (const messages of this.fifoMessages.values()) total += messages.length;
        let last;
        if (total > searched) {
            const numbers = [...this.inflightMessages.values()].map((entry) => entry.message.sequenceNumber);
            for (const messages of this.fifoMessages.values()) for (const message of messages) numbers.push(message.sequenceNumber);
            last = numbers.sort()[searched - 1];
        }
        for (const [groupId, groupMsgs] of this.fifoMessages) {
            if (result.length >= count)
                break;
            if (this.fifoLockedGroups.has(groupId))
                continue;
            if (groupMsgs.length === 0)
                continue;
            if (last !== undefined && groupMsgs[0].sequenceNumber > last)
                continue;
            // Take messages from this group in order (up to remaining count)
            while (result.length < count && groupMsgs.length > 0) {
                const msg = groupMsgs.shift();
                msg.approximateReceiveCount++;
                if (!msg.approximateFirstReceiveTimestamp) {
                    msg.approximateFirstReceiveTimestamp = settings.now();
                }
                // DLQ check
                if (dlqArn && dlqResolver && msg.approximateReceiveCount > maxReceiveCount) {
                    const dlq = dlqResolver(dlqArn);
                    if (dlq) {
                        if (this.spy) {
                            this.spy.addMessage({
                                service: "sqs",
                                queueName: this.name,
                                messageId: msg.messageId,
                                body: msg.body,
                                messageAttributes: msg.messageAttributes,
                                status: "dlq",
                                timestamp: settings.now(),
                            });
                        }
                        this.persistence?.deleteMessage(msg.messageId);
                        dlq.enqueue(msg);
                        continue;
                    }
                }
                const receiptHandle = randomUUID();
                const visibilityDeadline = settings.now() + visibilityTimeout * 1000;
                this.inflightMessages.set(receiptHandle, {
                    message: msg,
                    receiptHandle,
                    visibilityDeadline,
                });
                this.persistence?.updateMessageInflight(msg.messageId, receiptHandle, visibilityDeadline, msg.approximateReceiveCount, msg.approximateFirstReceiveTimestamp);
                const received = {
                    MessageId: msg.messageId,
                    ReceiptHandle: receiptHandle,
                    MD5OfBody: msg.md5OfBody,
                    Body: msg.body,
                };
                if (msg.md5OfMessageAttributes) {
                    received.MD5OfMessageAttributes = msg.md5OfMessageAttributes;
                }
                if (Object.keys(msg.messageAttributes).length > 0) {
                    received.MessageAttributes = msg.messageAttributes;
                }
                result.push(received);
                // Once a message from this group is inflight, the group is locked
                this.fifoLockedGroups.set(groupId, (this.fifoLockedGroups.get(groupId) ?? 0) + 1);
            }
            // Clean up empty groups
            this.fifoMessages.delete(groupId); if (groupMsgs.length > 0) this.fifoMessages.set(groupId, groupMsgs);
        }
        return result;
    }
    deleteMessage(receiptHandle) {
        const entry = this.inflightMessages.get(receiptHandle);
        if (entry) {
            this.persistence?.deleteMessage(entry.message.messageId);
            if (this.spy) {
                this.spy.addMessage({
                    service: "sqs",
                    queueName: this.name,
                    messageId: entry.message.messageId,
                    body: entry.message.body,
                    messageAttributes: entry.message.messageAttributes,
                    status: "consumed",
                    timestamp: settings.now(),
                });
            }
            // Decrement FIFO locked group count
            if (entry.message.messageGroupId) {
                const groupId = entry.message.messageGroupId;
                const count = (this.fifoLockedGroups.get(groupId) ?? 1) - 1;
                if (count <= 0) {
                    this.fifoLockedGroups.delete(groupId);
                    // Notify waiters: the group is now unlocked, so queued messages become available
                    if (this.fifoMessages.has(groupId)) {
                        this.notifyWaiters();
                    }
                }
                else {
                    this.fifoLockedGroups.set(groupId, count);
                }
            }
        }
        return this.inflightMessages.delete(receiptHandle);
    }
    changeVisibility(receiptHandle, timeoutSeconds) {
        const entry = this.inflightMessages.get(receiptHandle);
        if (!entry) {
            return;
        }
        if (timeoutSeconds === 0) {
            this.inflightMessages.delete(receiptHandle);
            this.persistence?.updateMessageReady(entry.message.messageId);
            if (this.isFifo() && entry.message.messageGroupId) {
                const groupId = entry.message.messageGroupId;
                // Decrement locked group count
                const lockCount = (this.fifoLockedGroups.get(groupId) ?? 1) - 1;
                if (lockCount <= 0) {
                    this.fifoLockedGroups.delete(groupId);
                }
                else {
                    this.fifoLockedGroups.set(groupId, lockCount);
                }
                const group = this.fifoMessages.get(groupId) ?? [];
                group.push(entry.message); group.sort((a, b) => (a.sequenceNumber < b.sequenceNumber ? -1 : 1));
                this.fifoMessages.set(groupId, group);
            }
            else {
                this.messages.push(entry.message);
            }
            this.notifyWaiters();
        }
        else {
            entry.visibilityDeadline = settings.now() + timeoutSeconds * 1000;
            this.persistence?.updateMessageInflight(entry.message.messageId, receiptHandle, entry.visibilityDeadline, entry.message.approximateReceiveCount, entry.message.approximateFirstReceiveTimestamp);
        }
    }
    processTimers() {
        const now = settings.now();
        if (this.isFifo()) {
            // Move expired inflight messages back to front of their group
            for (const [handle, entry] of this.inflightMessages) {
                if (entry.visibilityDeadline <= now) {
                    this.inflightMessages.delete(handle);
                    const groupId = entry.message.messageGroupId ?? DEFAULT_FIFO_GROUP_ID;
                    // Decrement locked group count
                    const lockCount = (this.fifoLockedGroups.get(groupId) ?? 1) - 1;
                    if (lockCount <= 0) {
                        this.fifoLockedGroups.delete(groupId);
                    }
                    else {
                        this.fifoLockedGroups.set(groupId, lockCount);
                    }
                    const group = this.fifoMessages.get(groupId) ?? [];
                    group.push(entry.message); group.sort((a, b) => (a.sequenceNumber < b.sequenceNumber ? -1 : 1));
                    this.fifoMessages.set(groupId, group);
                }
            }
            // Move delayed FIFO messages that are now ready
            for (const [groupId, delayedMsgs] of this.fifoDelayed) {
                const stillDelayed = [];
                for (const msg of delayedMsgs) {
                    if (msg.delayUntil && msg.delayUntil > now) {
                        stillDelayed.push(msg);
                    }
                    else {
                        const group = this.fifoMessages.get(groupId) ?? [];
                        group.push(msg);
                        this.fifoMessages.set(groupId, group);
                    }
                }
                if (stillDelayed.length === 0) {
                    this.fifoDelayed.delete(groupId);
                }
                else {
                    this.fifoDelayed.set(groupId, stillDelayed);
                }
            }
            if (this.hasAvailableFifoMessages()) {
                this.notifyWaiters();
            }
            return;
        }
        // Move expired inflight messages back to available
        for (const [handle, entry] of this.inflightMessages) {
            if (entry.visibilityDeadline <= now) {
                this.inflightMessages.delete(handle);
                this.messages.push(entry.message);
            }
        }
        // Move delayed messages that are now ready
        const stillDelayed = [];
        for (const msg of this.delayedMessages) {
            if (msg.delayUntil && msg.delayUntil > now) {
                stillDelayed.push(msg);
            }
            else {
                this.messages.push(msg);
            }
        }
        this.delayedMessages = stillDelayed;
        if (this.messages.length > 0) {
            this.notifyWaiters();
        }
    }
    waitForMessages(waitTimeSeconds) {
        return new Promise((resolve) => {
            const wrappedResolve = () => {
                resolve();
                this.stopPollTimerIfEmpty();
            };
            const timer = setTimeout(() => {
                const idx = this.pollWaiters.findIndex((w) => w.resolve === wrappedResolve);
                if (idx !== -1) {
                    this.pollWaiters.splice(idx, 1);
                }
                wrappedResolve();
            }, waitTimeSeconds * 1000);
            this.pollWaiters.push({ resolve: wrappedResolve, timer });
            this.startPollTimerIfNeeded();
        });
    }
    startPollTimerIfNeeded() {
        if (this.pollTimer)
            return;
        this.pollTimer = setInterval(() => {
            this.processTimers();
        }, 20);
    }
    stopPollTimerIfEmpty() {
        if (this.pollWaiters.length === 0 && this.pollTimer) {
            clearInterval(this.pollTimer);
            this.pollTimer = undefined;
        }
    }
    purge() {
        this.messages = [];
        this.delayedMessages = [];
        this.inflightMessages.clear();
        this.fifoMessages.clear();
        this.fifoDelayed.clear();
        this.fifoLockedGroups.clear();
        this.persistence?.deleteQueueMessages(this.name);
    }
    /** Return a non-destructive snapshot of all messages in the queue, grouped by state. */
    inspectMessages() {
        let ready;
        let delayed;
        if (this.isFifo()) {
            ready = [];
            for (const msgs of this.fifoMessages.values()) {
                ready.push(...msgs);
            }
            delayed = [];
            for (const msgs of this.fifoDelayed.values()) {
                delayed.push(...msgs);
            }
        }
        else {
            ready = [...this.messages];
            delayed = [...this.delayedMessages];
        }
        const inflight = Array.from(this.inflightMessages.values()).map((entry) => ({
            message: entry.message,
            receiptHandle: entry.receiptHandle,
            visibilityDeadline: entry.visibilityDeadline,
        }));
        return { ready, delayed, inflight };
    }
    cancelWaiters() {
        for (const waiter of this.pollWaiters) {
            clearTimeout(waiter.timer);
            waiter.resolve();
        }
        this.pollWaiters = [];
        if (this.pollTimer) {
            clearInterval(this.pollTimer);
            this.pollTimer = undefined;
        }
    }
    checkDeduplication(dedupId) {
        const existing = this.deduplicationCache.get(dedupId);
        if (existing) {
            return {
                isDuplicate: true,
                originalMessageId: existing.messageId,
                originalSequenceNumber: existing.sequenceNumber,
            };
        }
        return { isDuplicate: false };
    }
    recordDeduplication(dedupId, messageId, sequenceNumber) {
        this.deduplicationCache.set(dedupId, { messageId, sequenceNumber });
    }
    nextSequenceNumber() {
        this.sequenceCounter++;
        this.persistence?.updateQueueSequenceCounter(this.name, this.sequenceCounter);
        return String(this.sequenceCounter).padStart(20, "0");
    }
    hasAvailableFifoMessages() {
        for (const [groupId, msgs] of this.fifoMessages) {
            if (msgs.length > 0 && !this.fifoLockedGroups.has(groupId))
                return true;
        }
        return false;
    }
    notifyWaiters() {
        // Signal waiters that messages are available; they will call dequeue() themselves
        while (this.pollWaiters.length > 0) {
            const waiter = this.pollWaiters.shift();
            clearTimeout(waiter.timer);
            waiter.resolve();
        }
    }
}
export class SqsStore {
    queues = new Map();
    queuesByName = new Map();
    queuesByArn = new Map();
    host = "localhost";
    region;
    spy;
    persistence;
    createQueue(name, url, arn, attributes, tags) {
        const queue = new SqsQueue(name, url, arn, attributes, tags);
        if (this.spy) {
            queue.spy = this.spy;
        }
        if (this.persistence) {
            queue.persistence = this.persistence;
            this.persistence.insertQueue(queue);
        }
        this.queues.set(url, queue);
        this.queuesByName.set(name, queue);
        this.queuesByArn.set(arn, queue);
        return queue;
    }
    deleteQueue(url) {
        const queue = this.getQueue(url);
        if (!queue)
            return false;
        queue.cancelWaiters();
        this.persistence?.deleteQueue(queue.name);
        this.queues.delete(queue.url);
        this.queuesByName.delete(queue.name);
        this.queuesByArn.delete(queue.arn);
        return true;
    }
    buildQueueUrl(queueName, port, requestHost, region) {
        const host = this.host ? `sqs.${region}.${this.host}${port ? `:${port}` : ""}` : requestHost;
        return `http://${host}/${DEFAULT_ACCOUNT_ID}/${queueName}`;
    }
    /** Parse queue URL to extract region (from hostname) and name (from path). */
    static parseQueueUrl(url) {
        const path = url.replace(/^https?:\/\/[^/]+/, "");
        const segments = path.split("/").filter(Boolean);
        const name = segments[segments.length - 1];
        // Region is in hostname for standard format: sqs.{region}.{host}:{port}
        const hostMatch = url.match(/^https?:\/\/sqs\.([^.]+)\./);
        return { region: hostMatch?.[1], name };
    }
    getQueue(url) {
        // Parse region + name from URL, ignore host/port/scheme.
        // This matches LocalStack's approach and makes lookups port-agnostic.
        const { region, name } = SqsStore.parseQueueUrl(url);
        if (region) {
            return this.queuesByArn.get(`arn:aws:sqs:${region}:${DEFAULT_ACCOUNT_ID}:${name}`);
        }
        return this.queuesByName.get(name);
    }
    allQueues() {
        return this.queues.values();
    }
    getQueueByName(name) {
        return this.queuesByName.get(name);
    }
    listQueues(prefix, maxResults, nextToken) {
        let queues = Array.from(this.queues.values());
        if (prefix) {
            queues = queues.filter((q) => q.name.startsWith(prefix));
        }
        queues.sort((a, b) => a.name.localeCompare(b.name));
        if (nextToken) {
            queues = queues.filter((q) => q.name > nextToken);
        }
        let resultNextToken;
        if (maxResults && queues.length > maxResults) {
            queues = queues.slice(0, maxResults);
            resultNextToken = queues[queues.length - 1].name;
        }
        return { queues, nextToken: resultNextToken };
    }
    getQueueByArn(arn) {
        return this.queuesByArn.get(arn);
    }
    inspectQueue(name) {
        const queue = this.queuesByName.get(name);
        if (!queue)
            return undefined;
        return {
            name: queue.name,
            url: queue.url,
            arn: queue.arn,
            attributes: queue.getAllAttributes(["All"]),
            messages: queue.inspectMessages(),
        };
    }
    processAllTimers() {
        for (const queue of this.queues.values()) {
            queue.processTimers();
        }
    }
    shutdown() {
        for (const queue of this.queues.values()) {
            queue.cancelWaiters();
        }
    }
    /** Clear all messages from all queues without removing the queues themselves. */
    clearMessages() {
        this.shutdown();
        for (const queue of this.queues.values()) {
            queue.purge();
        }
    }
    purgeAll() {
        this.shutdown();
        this.queues.clear();
        this.queuesByName.clear();
        this.queuesByArn.clear();
    }
    static createMessage(body, messageAttributes = {}, delaySeconds, messageGroupId, messageDeduplicationId) {
        const now = settings.now();
        return {
            messageId: randomUUID(),
            body,
            md5OfBody: md5(body),
            messageAttributes,
            md5OfMessageAttributes: md5OfMessageAttributes(messageAttributes),
            sentTimestamp: now,
            approximateReceiveCount: 0,
            delayUntil: delaySeconds ? now + delaySeconds * 1000 : undefined,
            messageGroupId,
            messageDeduplicationId,
        };
    }
    static contentBasedDeduplicationId(body) {
        return createHash("sha256").update(body).digest("hex");
    }
}
