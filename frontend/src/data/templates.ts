import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

/** Renders a template on the server, which is what a delivery would do. */
export const useRenderTemplate = () =>
  useMutation({ mutationFn: (body: RequestInput<'renderTemplate'>) => api.call('renderTemplate', { body }) });
