import { createCircuitBreaker } from '../../targets/circuit-breaker.ts';
import { createPace } from '../../targets/pace.ts';
import { applyEffect, limitOf, paceOf, providerOf, richFitOf, send } from '../../targets/send.ts';
import type { Maker } from '../create-services.ts';

/* How what sends are made, by name. Nothing runs until somebody asks. */

export const circuitBreaker: Maker<'circuitBreaker', 'clock' | 'random'> = (from) => createCircuitBreaker(from);
export const pace: Maker<'pace', 'laneStore' | 'clock' | 'nap'> = ({ laneStore, clock, nap }) =>
  createPace({ paceOf, laneStore, clock, nap });
export const sender: Maker<'sender', 'http' | 'mail' | 'clock' | 'appUrl' | 'batcher' | 'operatorSecrets'> = ({
  http,
  mail,
  clock,
  appUrl,
  batcher,
  operatorSecrets,
}) => ({
  send: async (message, target) =>
    send(message, target, { http, mail, clock, appUrl, batcher, ...(await operatorSecrets()) }),
  limitOf,
  richFitOf,
  providerOf,
});
export const effects: Maker<'effects', 'targets' | 'references' | 'clock'> = (from) => ({
  apply: (target, delivery) => applyEffect(target, delivery, from),
});
