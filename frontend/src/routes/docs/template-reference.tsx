import { createFileRoute } from '@tanstack/react-router';
import { TemplateReferenceDocs } from '../../features/docs/pages/template-reference.tsx';

export const Route = createFileRoute('/docs/template-reference')({ component: TemplateReferenceDocs });
