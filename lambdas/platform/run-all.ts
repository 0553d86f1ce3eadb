/**
 * Runs tasks one after the other, and continues after a failure.
 * @throws the first error after all tasks have run
 */
export const runAll = async (tasks: (() => Promise<unknown>)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
};
