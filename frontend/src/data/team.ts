import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#contract/messages';
import { api } from '../lib/services.ts';

export const useTeam = () =>
  useQuery({ queryKey: ['team'], queryFn: ({ signal }) => api.call('getTeam', { signal }), meta: { silent: true } });

/** A request that changes the team or the user's workspaces, which are read again afterwards. */
function useTeamChange<Input, Result>(call: (input: Input) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSettled: () =>
      Promise.all(['team', 'workspaces'].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
}

export const useInviteMember = () =>
  useTeamChange((body: RequestInput<'inviteMember'>) => api.call('inviteMember', { body }));
export const useResendInvitation = () =>
  useTeamChange((id: string) => api.call('resendInvitation', { params: { id } }));
export const useWithdrawInvitation = () =>
  useTeamChange((id: string) => api.call('withdrawInvitation', { params: { id } }));
export const useChangeMember = () =>
  useTeamChange(({ id, ...body }: { id: number } & RequestInput<'changeMember'>) =>
    api.call('changeMember', { params: { id }, body }),
  );
export const useRemoveMember = () => useTeamChange((id: number) => api.call('removeMember', { params: { id } }));
export const useJoinWorkspace = () => useTeamChange((token: string) => api.call('joinWorkspace', { body: { token } }));
export const useLeaveWorkspace = () => useTeamChange((id: number) => api.call('leaveWorkspace', { params: { id } }));
