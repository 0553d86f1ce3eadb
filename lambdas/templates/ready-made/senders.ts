import {
  atlas,
  azureMonitor,
  betterStack,
  datadog,
  googleMonitoring,
  newRelic,
  pingdom,
  signl4,
  snyk,
  splunk,
} from './alerts.ts';
import { calendly, canny, clickUp, monday, trello, typeform } from './boards.ts';
import { awsEventBridge, awsSes, awsSns, googleEvents } from './cloud.ts';
import { adyen, shopify } from './commerce.ts';
import { discord, olark, slack, telegram, twilio, twitch, whatsapp, zoom } from './conversations.ts';
import { clerk, hubSpot, intercom, webflow, zendesk } from './customers.ts';
import { cdEvents, circleCi, dockerHub, netlify, vercel } from './delivery.ts';
import { azureDevOps, bitbucket, bitbucketServer } from './forges.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { forgejo, gitea, gitee, gogs } from './hubs.ts';
import { auth0, okta } from './identity.ts';
import { mailgun, mailjet, mandrill, postmark, resend, sendgrid } from './mail.ts';
import { filestack } from './media.ts';
import {
  alertmanager,
  grafana,
  monit,
  opsgenie,
  pagerDuty,
  rollbar,
  sentry,
  statuspage,
  uptimeKuma,
  uptimeRobot,
} from './monitoring.ts';
import {
  artifactory,
  buildkite,
  eas,
  flux,
  harbor,
  heroku,
  quay,
  render,
  sonarQube,
  terraform,
  travis,
} from './pipelines.ts';
import { jira, linear } from './planning.ts';
import type { Sender } from './ready-made.ts';
import { chargebee, lemonSqueezy, paddle, payPal, razorpay, revenueCat, wooCommerce } from './sales.ts';
import { stripe } from './stripe.ts';
import { asana, calCom, notion } from './workspace.ts';

/**
 * Asked in this order. Forgejo and Gitea also send GitHub's header, so they come first. Services with their own header
 * come before those recognised by shape, special shapes before general ones.
 */
export const senders: Sender[] = [
  forgejo,
  gitea,
  gogs,
  gitee,
  github,
  gitlab,
  bitbucketServer,
  bitbucket,
  shopify,
  sentry,
  linear,
  circleCi,
  netlify,
  vercel,
  slack,
  twilio,
  mandrill,
  sonarQube,
  buildkite,
  payPal,
  paddle,
  wooCommerce,
  clerk,
  resend,
  render,
  asana,
  awsSns,
  awsSes,
  stripe,
  chargebee,
  terraform,
  heroku,
  newRelic,
  datadog,
  pingdom,
  betterStack,
  harbor,
  lemonSqueezy,
  revenueCat,
  zendesk,
  intercom,
  calCom,
  notion,
  webflow,
  hubSpot,
  postmark,
  grafana,
  alertmanager,
  jira,
  pagerDuty,
  opsgenie,
  statuspage,
  uptimeRobot,
  uptimeKuma,
  monit,
  signl4,
  auth0,
  dockerHub,
  azureDevOps,
  adyen,
  trello,
  monday,
  canny,
  calendly,
  typeform,
  telegram,
  whatsapp,
  sendgrid,
  mailgun,
  mailjet,
  cdEvents,
  azureMonitor,
  googleMonitoring,
  googleEvents,
  atlas,
  snyk,
  splunk,
  travis,
  eas,
  quay,
  razorpay,
  discord,
  olark,
  filestack,
  okta,
  clickUp,
  zoom,
  twitch,
  rollbar,
  artifactory,
  flux,
  awsEventBridge,
];
