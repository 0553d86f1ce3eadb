/** Ports of which the call fails at which no step is `left`, before or after its effect, and each later one after it. */
export const crashing = <Port extends object>(port: Port, steps: { left: number }, after: boolean): Port =>
  Object.fromEntries(
    Object.entries(port).map(([name, value]) => [
      name,
      async (...args: unknown[]) => {
        steps.left -= 1;
        if (steps.left === 0 && !after) throw new Error(`crashed before ${name}`);
        const result = await value(...args);
        if (steps.left <= 0) throw new Error(`crashed after ${name}`);
        return result;
      },
    ]),
  ) as Port;
