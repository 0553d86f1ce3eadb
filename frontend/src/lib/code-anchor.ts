/** The engine's error codes that have a separate heading in the reference. Codes that begin with E are ours. */
export const engineCodes: readonly string[] =
  'S0101 S0201 S0203 S0204 S0207 T0410 T1005 T1006 T2001 T2002 T2009 T2010 D3030 D3137'.split(' ');

/** The anchor of an error code in the template reference: its own heading, or the one for all errors. */
export const codeAnchor = (code: string): string =>
  code.startsWith('E') || engineCodes.includes(code) ? `error-${code.toLowerCase()}` : 'errors';
