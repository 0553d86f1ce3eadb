/**
 * The two forms of a workflow's trigger URL: Azure Logic Apps and its successor, Power Platform. Microsoft turned the
 * former off on 30 Nov 2025, but we still accept it. Both patterns match only whole URLs, with the default port and
 * without a user name.
 */
export const LOGIC_APPS_URL =
  /^https:\/\/prod-\d+\.[A-Za-z0-9.\-]+\.logic\.azure\.com(?::443)?\/workflows\/[0-9A-Fa-f]{32}\/triggers\/manual\/paths\/invoke\/?(?:\?[^\s#]*)?$/iv;
export const POWER_PLATFORM_URL =
  /^https:\/\/[A-Za-z0-9]+\.[0-9A-Fa-f]{2}\.environment\.api\.powerplatform\.com(?::443)?\/powerautomate\/automations\/direct\/(?:cu\/\d+\/)?workflows\/[0-9A-Fa-f]{32}\/triggers\/manual\/paths\/invoke\/?(?:\?[^\s#]*)?$/iv;

/** The error message for all other URLs. */
export const WRONG_URL = 'The URL is not a valid Azure Webhook URL';

export const isWorkflowUrl = (url: string): boolean => LOGIC_APPS_URL.test(url) || POWER_PLATFORM_URL.test(url);

/** Returns a warning about an accepted URL, or undefined if there is none. */
export const urlWarning = (url: string): string | undefined => {
  if (!new URL(url).searchParams.has('sig'))
    return 'The URL has no "sig" parameter, so Teams will probably reject it. Copy the whole URL from the workflow.';
  if (LOGIC_APPS_URL.test(url))
    return 'Microsoft turned off this type of URL on 30 November 2025. Copy the new URL from the workflow in Teams.';
  return undefined;
};

/** Returns the URL without its credential: the host and the end of the workflow's id. */
export const maskedUrl = (url: string): string => {
  const { host, pathname } = new URL(url);
  const workflow = /workflows\/([0-9A-Fa-f]{32})/i.exec(pathname)?.[1] ?? '';
  return `https://${host}/…/workflows/…${workflow.slice(-4)}/…?sig=***`;
};
