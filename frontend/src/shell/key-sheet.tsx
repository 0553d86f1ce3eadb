import { shortcutHint } from '../lib/palette-state.ts';
import { Dialog } from '../ui/dialog.tsx';
import { texts } from './texts.ts';

/** The keyboard shortcuts. */
export function KeySheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog size="small" title={texts.keys.title} onClose={onClose}>
      <table className="w-full">
        <tbody className="divide-y divide-line">
          {texts.keys.list(shortcutHint()).map(([key, what]) => (
            <tr key={key}>
              <th scope="row" className="w-32 py-2 text-left font-normal">
                <kbd className="rounded-badge border border-line-strong bg-sunken px-2 py-1 text-label">{key}</kbd>
              </th>
              <td className="py-2 text-ink-2">{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-meta text-ink-2">{texts.keys.off}</p>
    </Dialog>
  );
}
