const whole = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

export const formatNumber = (value: number): string => whole.format(value);

/** 299 → '€2.99' */
export const formatEuros = (cents: number): string => money.format(cents / 100);

/** 1536 → '1.5 KB' */
export const formatBytes = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KB`
      : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** plural(1, 'dispatch', 'dispatches') → '1 dispatch' */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
