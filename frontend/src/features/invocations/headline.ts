interface Told {
  title: string;
  sender?: string | undefined;
}

/** What a call's message says first, without the name of its sender, which stands beside it. */
export const headlineOf = ({ title, sender }: Told): string =>
  sender !== undefined && title.startsWith(`${sender}: `) ? title.slice(sender.length + 2) : title;
