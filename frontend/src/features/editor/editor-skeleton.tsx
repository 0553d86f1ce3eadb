import { Skeleton } from '../../ui/panel.tsx';

/** Placeholders for the editor's cards. */
export const EditorSkeleton = () => (
  <>
    <Skeleton className="w-full !rounded-panel max-lg:h-96 lg:row-span-2" />
    <Skeleton className="w-full !rounded-panel max-lg:h-96" />
    <Skeleton className="w-full !rounded-panel max-lg:h-96" />
  </>
);
