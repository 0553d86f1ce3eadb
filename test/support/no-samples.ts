/** The store of kept samples as a webhook finds it that has none. */
export const noSamples = { list: async () => [], content: async () => undefined, removeAll: async () => {} };
