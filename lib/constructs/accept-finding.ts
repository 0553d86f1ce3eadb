import { CfnResource } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** A cdk-nag finding that doesn't apply here. */
interface AcceptedFinding {
  /** The rule, such as `AwsSolutions-IAM5`. Details in brackets belong in `appliesTo`. */
  id: string;
  /** The reason why the resource is safe anyway. */
  reason: string;
  appliesTo?: string[];
}

/**
 * Accepts findings for the resources at and below `scope` (of one CloudFormation type, if given). Writes the metadata
 * that cdk-nag reads, so only the tests need cdk-nag.
 */
export const acceptFindings = (scope: IConstruct, findings: AcceptedFinding[], type?: string): void => {
  for (const resource of scope.node.findAll()) {
    if (!CfnResource.isCfnResource(resource) || (type && resource.cfnResourceType !== type)) continue;
    const accepted = resource.getMetadata('cdk_nag')?.rules_to_suppress ?? [];
    resource.addMetadata('cdk_nag', {
      rules_to_suppress: [
        ...accepted,
        ...findings.map(({ id, reason, appliesTo }) => ({ id, reason, ...(appliesTo && { applies_to: appliesTo }) })),
      ],
    });
  }
};
