import { createFileRoute } from '@tanstack/react-router';
import { TemplatesDocs } from '../../features/docs/pages/templates.tsx';

export const Route = createFileRoute('/docs/templates')({ component: TemplatesDocs });
