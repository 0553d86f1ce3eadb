/** Ports that crash at the call for which no step is `left`, before or after its effect. All later calls fail too. */
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
