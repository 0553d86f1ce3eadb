import { richForm } from '../ready-made/rich-form.ts';
import { buildMessage, messageOfValue } from './build.ts';
import { plainOf } from './plain.ts';
import { withoutSecrets } from './secrets.ts';
import { richOfOutline, titled } from './unaided.ts';
import { setRichWriter } from './writer.ts';

/** Enables rich messages in all later renders. */
export const loadRichWriter = (): void =>
  setRichWriter({ buildMessage, messageOfValue, plainOf, richForm, richOfOutline, titled, withoutSecrets });
