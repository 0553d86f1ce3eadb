import type { Event } from './event.ts';
import { severityOf } from './severity.ts';
import { findWords } from './states.ts';
import { capital, singular, spaced } from './words.ts';

interface Parts {
  event: Event | undefined;
  /** The field the thing was in. */
  kind: string;
  name: string | undefined;
  /** What it is counted or filed by: `#12`. */
  code: string | undefined;
  /** Where it is: the repository, the project. */
  place: string | undefined;
  state: string | undefined;
  /** Who did it. */
  by: string | undefined;
}

/** Verbs that leave open what became of the thing; its state says it. */
const OPEN_ENDED =
  /^(?:completed|finished|updated|changed|ended|processed|reported|received|status changed|state changed|run|created|triggered|notified|done)?$/;
/** What somebody does, so that it is worth saying who. */
const DONE_BY =
  /(?:created|opened|reopened|updated|deleted|edited|added|removed|merged|closed|assigned|approved|submitted|published|invited|uploaded|renamed|commented|pushed|starred|forked|archived|restored|moved|changed|requested|dismissed|labeled|unlabeled|labelled|pinned|transferred|locked|answered|replied|posted|joined|left|deployed|started|cancelled|rejected|accepted|shared|mentioned|resolved|acknowledged|converted|modified|reviewed|released|installed|push|comment|commit|fork)$/;

const isCode = (name: string) => /^(?:#?\d[\d.-]*|[A-Z][A-Z0-9]{0,9}-\d+|v?\d+\.\d[\w.-]*|[A-Z0-9]{4,12})$/.test(name);
const isSentence = (name: string) => name.split(' ').length > 2 || name.length > 42 || /[.!?:]$|: /.test(name);

/** `<thing> <event in words> <state>` as a person would say it. undefined when there is nothing to say it with. */
export function headline({ event, kind, name, code, place, state, by }: Parts): string | undefined {
  const nounWords = event && event.noun.length > 0 ? event.noun : kind === '' ? [] : [kind];
  let noun = spaced(nounWords.map((word, index) => (index === nounWords.length - 1 ? singular(word) : word)).join(' '));
  let verb = event?.verb ?? '';
  let said =
    state === undefined || `${noun} ${verb}`.toLowerCase().includes(state.toLowerCase()) ? undefined : findWords(state);
  let tail = '';
  if (
    said &&
    name !== undefined &&
    (` ${name.toLowerCase()} `.includes(` ${said.text} `) || name.toLowerCase().includes(`[${said.text}`))
  )
    said = undefined;
  if (said) {
    if (
      OPEN_ENDED.test(verb) &&
      said.isVerb &&
      (verb === '' || said.isNews) &&
      (verb !== 'created' || (said.isNews && severityOf(said.text) !== undefined))
    )
      verb = said.text;
    else if (
      said.isNews &&
      !` ${name?.toLowerCase() ?? ''} `.includes(` ${said.text} `) &&
      !name?.toLowerCase().includes(`[${said.text}`)
    )
      tail = ` (${said.text})`;
    if (noun.endsWith(' status') || noun.endsWith(' state')) noun = noun.replace(/ (?:status|state)$/, '');
  }
  if (verb === 'created' && /^(?:comment|note|message|reply)$/.test(noun.split(' ').at(-1) ?? '')) verb = 'added';
  // `push pushed` and the like.
  const lastNoun = noun.split(' ').at(-1) ?? '';
  if (verb !== '' && lastNoun !== '' && verb.startsWith(lastNoun) && noun.includes(' '))
    noun = noun.slice(0, -lastNoun.length).trim();
  if (
    code !== undefined &&
    noun !== '' &&
    !(name !== undefined && isCode(name)) &&
    code !== name &&
    !name?.includes(code)
  )
    noun += ` ${code}`;
  const actor = by !== undefined && by !== name && DONE_BY.test(`${noun} ${verb}`.trim()) ? ` by ${by}` : '';
  const what = [noun, verb].filter((part) => part !== '').join(' ');
  const where = place !== undefined && place !== name ? `${place}: ` : '';
  const lower = where === '' ? capital : (text: string) => text;
  if (name === undefined && what === '' && place !== undefined && (said !== undefined || code !== undefined))
    return headline({ event, kind, name: place, code, place: undefined, state, by });
  if (name === undefined) return what === '' ? undefined : `${where}${lower(what)}${actor}${tail}`;
  if (what === '') return `${where}${name}${tail}`;
  if (noun === '')
    return isSentence(name)
      ? `${where}${name} (${what}${actor})${tail}`
      : `${where}${name} ${isState(verb)}${actor}${tail}`;
  const repeats = name.toLowerCase().includes(noun.toLowerCase());
  if (isSentence(name) || (code !== undefined && code !== name && !isCode(name)))
    return `${where}${lower(what)}${actor}: ${name}${tail}`;
  if (verb === '')
    return isCode(name)
      ? `${where}${lower(noun)} ${name}${actor}${tail}`
      : `${where}${lower(noun)}${actor}: ${name}${tail}`;
  if (isCode(name)) return `${where}${lower(noun)} ${name} ${verb}${actor}${tail}`;
  return `${where}${repeats ? name : `${lower(noun)} ${name}`} ${verb}${actor}${tail}`;
}

/** `down` is said with `is`, `failed` without. */
const isState = (verb: string) =>
  /ed$|^(?:sent|paid|made|built|done|won|lost|left|begun)$/.test(verb) ? verb : `is ${verb}`;
