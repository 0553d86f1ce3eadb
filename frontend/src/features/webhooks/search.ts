/** Reads `?target=` of the address: the target that a new webhook is wanted for. */
export function readChosenTarget(search: Record<string, unknown>): { target?: number } {
  const target = Number(search.target);
  return Number.isSafeInteger(target) && target > 0 ? { target } : {};
}
