import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

/** Reads a key request. The server counts each read as a guess, so it happens only when the user asks for it. */
export const useLookUpKeyRequest = () =>
  useMutation({ mutationFn: (id: string) => api.call('getKeyRequest', { params: { id } }), gcTime: 0 });

/** Approves a program's request with a key, or denies it with `null`. */
export const useAnswerKeyRequest = (id: string) =>
  useMutation({
    mutationFn: (key: RequestInput<'answerKeyRequest'>['key']) =>
      api.call('answerKeyRequest', { params: { id }, body: { key } }),
  });
