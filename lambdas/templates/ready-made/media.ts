import type { Sender, Template } from './ready-made.ts';
import { line, lines } from './snippets.ts';

const was = (side: string) => `$substringAfter(metadata.${side}.mime_type ?: "", "/")`;
const size = (side: string) => `metadata.${side}.width ? metadata.${side}.width & "×" & metadata.${side}.height`;

/** https://www.filestack.com/docs/transformations/video/ */
export const filestack: Sender = {
  sender: 'Filestack',
  when: { fields: { uuid: true, status: true, 'metadata.result.mime_type': true } },
  templates: (): Template[] => [
    {
      id: 'filestack-conversion',
      label: 'Filestack conversion',
      when: {},
      template: lines(
        `Filestack: {{ $substringBefore(metadata.result.mime_type ?: "file", "/") }} conversion {{ status ?: "changed" }}`,
        line(`(${was('source')}) and (${was('result')}) ? (${was('source')}) & " → " & (${was('result')})`, 'Format: '),
        line(
          `(${size('source')}) and (${size('result')}) ? (${size('source')}) & " → " & (${size('result')})`,
          'Size: ',
        ),
        line('metadata.result.duration ? $duration(metadata.result.duration)', 'Length: '),
        '{{data.url}}',
      ),
    },
  ],
};
