import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

/** Reads who requests a key. Each read counts as a try, so it is made once, on request. */
export const useLookUpKeyRequest = () =>
  useMutation({ mutationFn: (id: string) => api.call('getKeyRequest', { params: { id } }), gcTime: 0 });

/** Allows a program's request with a key, or rejects it with `null`. */
export const useAnswerKeyRequest = (id: string) =>
  useMutation({
    mutationFn: (key: RequestInput<'answerKeyRequest'>['key']) =>
      api.call('answerKeyRequest', { params: { id }, body: { key } }),
  });
