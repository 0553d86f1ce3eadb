/** The engine's codes that the reference explains individually; codes with E are ours. */
export const engineCodes: readonly string[] =
  'S0101 S0201 S0203 S0204 S0207 T0410 T1005 T1006 T2001 T2002 T2009 T2010 D3030 D3137'.split(' ');

/** The heading of an error code in the template reference, or that of all errors. */
export const codeAnchor = (code: string): string =>
  code.startsWith('E') || engineCodes.includes(code) ? `error-${code.toLowerCase()}` : 'errors';
