interface JsonPiece {
  from: number;
  to: number;
  type: 'name' | 'string' | 'number';
}

const PIECE = /("(?:[^"\\]|\\.)*"?)(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\b(?:true|false|null)\b/g;

/** Splits one line of JSON into its coloured pieces. */
export function jsonPieces(line: string): JsonPiece[] {
  return [...line.matchAll(PIECE)].map(({ 0: whole, 1: text, 2: colon, index }) => {
    if (text === undefined) return { from: index, to: index + whole.length, type: 'number' };
    return { from: index, to: index + text.length, type: colon === undefined ? 'string' : 'name' };
  });
}

/** True if a text starts like a JSON object or list. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);

/** Returns the error in a text that looks like JSON; undefined for valid JSON and for other texts. */
export function jsonProblem(text: string): { at: number; message: string } | undefined {
  if (!looksLikeJson(text)) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = (error as Error).message;
    return { at: placeIn(text, message), message: `This is not valid JSON: ${message}` };
  }
}

/** Returns the position from a browser's error message, or the end of the text. Browsers use different formats. */
function placeIn(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message);
  if (position) return Number(position[1]);
  const place = /at line (\d+) column (\d+)/.exec(message);
  if (!place) return Math.max(0, text.trimEnd().length - 1);
  const lines = text.split('\n').slice(0, Number(place[1]) - 1);
  return lines.join('\n').length + (lines.length > 0 ? 1 : 0) + Number(place[2]) - 1;
}
