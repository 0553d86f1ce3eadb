import type { TestResultWire } from '#contract/target';
import type { ProviderReferenceStore, TargetStore } from '../model/target-ports.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { messageId, newToken } from '../platform/ids.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';
import { awaitsReview, reviewFirst } from './review.ts';
import { applyEffect, type SendPorts, send } from './send.ts';

export type SendTestPorts = SendPorts & { targets: TargetStore; references: ProviderReferenceStore };

/**
 * Sends one short message to a target immediately, bypassing its lane, and returns the result. The result also applies
 * to the target, as for any message: if the provider rejects the target permanently, it becomes inactive. A disabled
 * target can be tested before it is enabled.
 * @throws AppError not-found, conflict (the target is neither active nor disabled, or awaits the review).
 */
export const sendTest = async (userId: number, targetId: number, ports: SendTestPorts): Promise<TestResultWire> => {
  const target = await ports.targets.get(userId, targetId);
  if (!target) throw notFound('Target');
  if (awaitsReview(target)) throw reviewFirst();
  if (target.status !== 'active' && target.status !== 'disabled')
    throw new AppError(
      target.status === 'inactive' ? 'target-inactive' : 'target-pending',
      `The target is ${target.status}. ${target.statusReason?.text ?? ''}`.trim(),
    );
  const message = {
    text: `This is a test message. Messages for "${target.name}" arrive here.`,
    // The message belongs to no dispatch, so a later status report changes nothing.
    id: messageId(`test-${newToken()}`, 1),
    part: 1,
    parts: 1,
    webhookName: 'Test message',
    link: `${ports.appUrl}/targets/${target.id}`,
    isTest: true as const,
  };
  const delivery = await send(message, target, ports);
  await applyEffect(target, delivery, ports);
  if (delivery.kind === 'ok') return { outcome: 'success', message: wordsFor(delivery) };
  return { outcome: 'error', code: delivery.code, message: wordsFor(delivery) };
};

const wordsFor = (outcome: Outcome): string => {
  switch (outcome.kind) {
    case 'ok':
      return outcome.note ? `${outcome.note}.` : 'The test message was sent.';
    case 'retry':
      return `${outcome.reason} Try again ${inAWhile(outcome.afterSeconds)}.`;
    case 'ambiguous':
      return `${outcome.reason} It may have arrived.`;
    case 'fail_message':
    case 'fail_target':
    case 'fail_config':
      return outcome.reason;
  }
};

const inAWhile = (seconds = 60): string =>
  seconds < 90 ? `in ${Math.max(1, Math.ceil(seconds))} s` : `in ${Math.ceil(seconds / 60)} minutes`;
