interface Told {
  title: string;
  sender?: string | undefined;
}

/** The first line of a call's message, without the service's name, which appears next to it. */
export const headlineOf = ({ title, sender }: Told): string =>
  sender !== undefined && title.startsWith(`${sender}: `) ? title.slice(sender.length + 2) : title;
