/** The store of saved samples for a webhook that has none. */
export const noSamples = { list: async () => [], content: async () => undefined, removeAll: async () => {} };
