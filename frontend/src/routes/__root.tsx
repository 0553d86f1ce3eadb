import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { Layout } from '../shell/layout.tsx';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Layout });
