import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as route53 from 'aws-cdk-lib/aws-route53';
import type * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The configured hosted zone, looked up in the deploying account. */
export const zoneOf = (scope: Construct, { hostedZone = '' }: Settings): route53.IHostedZone =>
  route53.HostedZone.fromLookup(scope, 'Zone', { domainName: hostedZone });

interface OwnNamesProps {
  settings: Settings;
  /** Certificates from the stack in CloudFront's region. */
  made?: { app: acm.ICertificate; invoke: acm.ICertificate | undefined } | undefined;
}

/**
 * Certificates and DNS records of the stage's domain names in one stack. If the settings contain a hosted zone, both
 * are created. If they contain certificates, the operator creates the records. Otherwise, there are no domain names.
 */
export class OwnNames extends Construct {
  private readonly settings: Settings;
  private readonly zone: route53.IHostedZone | undefined;
  private readonly made: OwnNamesProps['made'];

  constructor(scope: Construct, id: string, { settings, made }: OwnNamesProps) {
    super(scope, id);
    this.settings = settings;
    this.made = made;
    this.zone = settings.hostedZone ? zoneOf(this, settings) : undefined;
  }

  /** The domain name of one of the two hosts with its certificate; undefined if AWS's name is used. */
  of(host: 'app' | 'invoke'): { name: string; certificate: acm.ICertificate } | undefined {
    const { appUrl, invokeUrl, certificates } = this.settings;
    const url = { app: appUrl, invoke: invokeUrl }[host];
    if (!url) return undefined;
    const name = new URL(url).hostname;
    const given = certificates?.[host];
    if (given) return { name, certificate: acm.Certificate.fromCertificateArn(this, host, given) };
    if (!this.zone) return undefined;
    const validation = acm.CertificateValidation.fromDns(this.zone);
    return {
      name,
      certificate: this.made?.[host] ?? new acm.Certificate(this, host, { domainName: name, validation }),
    };
  }

  /** Points a name to its AWS resource. Does nothing without a zone, because the operator then creates the records. */
  alias(name: string, target: route53.IAliasRecordTarget): void {
    if (!this.zone) return;
    const props = { zone: this.zone, recordName: `${name}.`, target: route53.RecordTarget.fromAlias(target) };
    new route53.ARecord(this, `${name}-v4`, props);
    new route53.AaaaRecord(this, `${name}-v6`, props);
  }

  /** Creates the DKIM records, MX and SPF for the envelope sender, and a policy for unsigned email. */
  mailRecords(identity: ses.EmailIdentity, domain: string, bounceDomain: string, region: string): void {
    const { zone } = this;
    if (!zone) return;
    for (const [index, { name, value }] of identity.dkimRecords.entries())
      new route53.CnameRecord(this, `Dkim${index}`, { zone, recordName: `${name}.`, domainName: value });
    new route53.MxRecord(this, 'BounceMx', {
      zone,
      recordName: `${bounceDomain}.`,
      values: [{ priority: 10, hostName: `feedback-smtp.${region}.amazonses.com` }],
    });
    const text = (id: string, recordName: string, value: string) =>
      new route53.TxtRecord(this, id, { zone, recordName: `${recordName}.`, values: [value] });
    text('BounceSpf', bounceDomain, 'v=spf1 include:amazonses.com ~all');
    text('Dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=quarantine');
  }
}
