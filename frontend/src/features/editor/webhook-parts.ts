/** The parts of the editor on a webhook's page. One module, because each import lists its chunks in the page's code. */
export { CallPreview } from './call-preview.tsx';
export { ImproveDialog } from './improve-dialog.tsx';
